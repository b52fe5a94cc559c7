/** Answers use a WebSocket; the product has no WebRTC. */
import { doesNotApply, type Requirement } from '../requirement'

const WEBRTC = { packages: /webrtc|wrtc|simple-peer|peerjs|mediasoup|janus/i, code: /RTCPeerConnection|RTCDataChannel/ }

export const WEBRTC_CHAPTER: readonly Requirement[] = [
  doesNotApply(
    '17.1.1',
    2,
    'A TURN relay reaches public addresses only',
    'The product starts and uses no TURN relay.',
    WEBRTC,
  ),
  doesNotApply(
    '17.2.1',
    2,
    'Keys of DTLS certificates are managed',
    'No connection uses DTLS, so there is no DTLS certificate.',
    WEBRTC,
  ),
  doesNotApply(
    '17.2.2',
    2,
    'Media servers offer strong DTLS suites only',
    'There is no media server in a deployment.',
    WEBRTC,
  ),
  doesNotApply(
    '17.2.3',
    2,
    'Packets of sound and pictures are authenticated',
    'Nothing sends sound or pictures, so no SRTP packet exists.',
    WEBRTC,
  ),
  doesNotApply(
    '17.2.4',
    2,
    'Broken media packets stop nothing',
    'Frames are JSON documents; no code reads media packets.',
    WEBRTC,
  ),
  doesNotApply(
    '17.3.1',
    2,
    'Signalling of calls survives a flood',
    'Peers never negotiate a call, so there is no signalling server.',
    WEBRTC,
  ),
  doesNotApply(
    '17.3.2',
    2,
    'Signalling of calls survives broken messages',
    'The stream carries answers and acknowledgements only, no signalling of calls.',
    WEBRTC,
  ),
]
