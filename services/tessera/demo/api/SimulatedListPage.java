package tessera.demo.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.wire.SimulatedResponseFormat;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedEtcdStore.ConsistentListPage;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.select.SimulatedListObjectFilter;

/**
 * One page of a list, with its resource version and the position of the next page. As objects or metadata it goes out
 * object by object, so that a large list is never a large tree.
 *
 * @param next      where the following page begins; null if this is the last
 * @param remaining how many objects follow; negative if that is not known
 */
record SimulatedListPage(List<SimulatedStoredObject> objects, long version, @Nullable SimulatedContinueToken next,
        long remaining) {

    private static final String META = "meta.k8s.io/v1";

    /**
     * Returns the first objects of an extent, up to the limit.
     *
     * @param limit how many at most; none if not positive
     */
    static SimulatedListPage of(ConsistentListPage extent, SimulatedListObjectFilter selection, long limit) {
        var all = extent.objects();
        Predicate<SimulatedStoredObject> wanted = selection.hasConditions() ? selection::matches : _ -> true;
        if (limit <= 0) {
            return new SimulatedListPage(all.stream().filter(wanted).toList(), extent.version(), null, -1);
        }
        var taken = new ArrayList<SimulatedStoredObject>();
        for (int i = 0; i < all.size(); i++) {
            var object = all.get(i);
            if (wanted.test(object)) {
                taken.add(object);
            }
            if (taken.size() == limit && i < all.size() - 1) {
                var key = selection.namespace().isEmpty() && !object.namespace().isEmpty()
                        ? object.namespace() + "/" + object.name()
                        : object.name();
                long remaining = selection.hasConditions() ? -1 : all.size() - i - 1L;
                return new SimulatedListPage(taken, extent.version(),
                        SimulatedContinueToken.followingKey(key, extent.version()), remaining);
            }
        }
        return new SimulatedListPage(taken, extent.version(), null, -1);
    }

    /** @param always whether an empty continue token is told as well, as lists of custom resources do */
    private ObjectNode metadata(boolean always) {
        var metadata = SimulatedStoreJsonCodec.newObject().put("resourceVersion", Long.toString(version));
        if (next != null) {
            metadata.put("continue", next.encode());
        } else if (always) {
            metadata.put("continue", "");
        }
        if (remaining >= 0) {
            metadata.put("remainingItemCount", remaining);
        }
        return metadata;
    }

    void writeResponse(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var format = call.responseFormat();
        var table = SimulatedApiResponseWriter.tableWriter(call, type);
        try (var out = call.exchange().open(200, HttpHeaderFields.of("Content-Type", "application/json"), true)) {
            var head = SimulatedStoreJsonCodec.toBytes(switch (format) {
                case OBJECT -> listHead(type.listKind(), type.apiVersion(), type.traits().isCustom());
                case METADATA -> listHead("PartialObjectMetadataList", META, false);
                case TABLE -> table.tableHead(metadata(false), true);
            });
            out.write(head, 0, head.length - 1);
            out.write(asciiBytes(format == SimulatedResponseFormat.TABLE ? ",\"rows\":[" : ",\"items\":["));
            for (int i = 0; i < objects.size(); i++) {
                if (i > 0) {
                    out.write(',');
                }
                switch (format) {
                    case OBJECT -> writeItem(type, objects.get(i), out);
                    case METADATA -> writeMetadata(objects.get(i), out);
                    case TABLE -> out.write(SimulatedStoreJsonCodec.toBytes(table.rowOf(objects.get(i).toTree())));
                }
            }
            out.write(asciiBytes("]}\n"));
        }
    }

    private ObjectNode listHead(String kind, String apiVersion, boolean custom) {
        return SimulatedStoreJsonCodec.newObject().put("kind", kind).put("apiVersion", apiVersion).set("metadata",
                metadata(custom));
    }

    /** Writes one item; those of built-in lists have no kind and apiVersion. */
    private static void writeItem(SimulatedResourceType type, SimulatedStoredObject object, OutputStream out)
            throws IOException {
        out.write('{');
        if (type.traits().isCustom()) {
            out.write(asciiBytes("\"apiVersion\":\"" + type.apiVersion() + "\",\"kind\":\"" + type.kind() + "\","));
        }
        type.writeFields(object, out);
    }

    static void writeMetadata(SimulatedStoredObject object, OutputStream out) throws IOException {
        out.write(asciiBytes("{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"" + META + "\","));
        object.writeMetadata(out);
    }

    static byte[] asciiBytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

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
}
