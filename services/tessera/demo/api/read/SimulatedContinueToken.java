package tessera.demo.api.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

/**
 * The position at which the next page of a list begins: the list's resource version and the first key.
 *
 * @param version of the list; negative for «whatever is there now»
 * @param start   the first key of the page
 */
record SimulatedContinueToken(long version, String start) {

    private static final String FORM = "meta.k8s.io/v1";
    /** The least that can follow a key. */
    private static final String AFTER = "\0";

    static SimulatedContinueToken followingKey(String key, long version) {
        return new SimulatedContinueToken(version, key + AFTER);
    }

    static SimulatedContinueToken parseToken(String text) throws SimulatedApiException {
        try {
            var token = SimulatedStoreJsonCodec.parseTree(Base64.getUrlDecoder().decode(text));
            if (!SimulatedStoreJsonCodec.textAt(token, "v").equals(FORM)) {
                throw SimulatedApiException.badRequest(
                        "invalid continue token: continue key is not valid: server does not recognize this encoded version");
            }
            var start = SimulatedStoreJsonCodec.textAt(token, "start");
            return new SimulatedContinueToken(token.path("rv").asLong(),
                    start.startsWith("/") ? start.substring(1) : start);
        } catch (IllegalArgumentException e) {
            throw SimulatedApiException
                    .badRequest("invalid continue token: continue key is not valid: illegal base64 data");
        } catch (IOException e) {
            throw SimulatedApiException
                    .badRequest("invalid continue token: continue key is not valid: " + problemText(text));
        }
    }

    private static String problemText(String text) {
        var decoded = Base64.getUrlDecoder().decode(text);
        char first = decoded.length == 0 ? ' ' : (char) (decoded[0] & 0xff);
        return "invalid character '" + first + "' looking for beginning of value";
    }

    /** Returns the same position without its version, for a client that continues after the version has expired. */
    SimulatedContinueToken withoutVersion() {
        return new SimulatedContinueToken(-1, start);
    }

    String encode() {
        var begin = version < 0 ? start : "/" + start;
        var json = "{\"v\":\"%s\",\"rv\":%d,\"start\":%s}".formatted(FORM, version,
                new String(SimulatedStoreJsonCodec.toBytes(SimulatedStoreJsonCodec.NODES.textNode(begin)),
                        StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
