package tessera.cluster.object;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiTransport;
import tessera.cluster.http.UnreadableObjectRegistry.CollectionReadProblems;
import tessera.cluster.object.ApiObjectReason.ListPageFault;
import tessera.cluster.object.ApiObjectReason.ResponseFault;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.UnreadableObject;
import tessera.model.UnreadableObjects;
import tessera.text.OptionalText;
import tessera.yaml.KubernetesObjectSchema;

/** Reader of whole objects, one or page by page. */
public final class ApiObjectReader {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int PAGES = 20;
    private static final int MANY_PAGES = 1_000;
    private static final String METADATA = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
    private static final String ALL_METADATA = METADATA.replace("Metadata;", "MetadataList;");

    private final ApiTransportSupplier transportSupplier;

    /** Supplier of the transport that is current when a read begins. */
    @FunctionalInterface
    public interface ApiTransportSupplier {
        ApiTransport transport() throws ProblemException;
    }

    public ApiObjectReader(ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
    }

    /**
     * Returns all items of a collection, read page by page.
     *
     * @param path with a query already
     */
    public List<JsonNode> listAll(String path, String text) throws ProblemException, InterruptedException {
        var items = new ArrayList<JsonNode>();
        forEachItem(path, text, items::add);
        return items;
    }

    /**
     * Visits a collection without keeping its pages; returns false where there are more items than are read.
     *
     * @param path with a query already
     */
    public boolean forEachItem(String path, String text, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException {
        var unread = new CollectionReadProblems();
        return recordUnread(path, unread,
                readPages(path, PAGES, at -> items(ApiRequest.get(at, text), new ObjectSchemaCheck(unread), reader)));
    }

    /** Visits the metadata of a collection's items only. */
    public boolean forEachMetadata(String path, String text, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException {
        var unread = new CollectionReadProblems();
        return recordUnread(path, unread, readPages(path, PAGES,
                at -> items(ApiRequest.proxiedPage(at, ALL_METADATA, text), new ObjectSchemaCheck(unread), reader)));
    }

    UnreadableObjects unread() {
        try {
            return transportSupplier.transport().unread().current();
        } catch (ProblemException _) {
            return UnreadableObjects.NONE;
        }
    }

    private boolean recordUnread(String path, CollectionReadProblems unread, boolean whole) throws ProblemException {
        transportSupplier.transport().unread().replace(path.replaceFirst("\\?.*", ""), unread);
        return whole;
    }

    private String items(ApiRequest request, ObjectSchemaCheck check, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException {
        var list = readJson(request);
        var items = list.path("items");
        if (!items.isArray() && !items.isNull()) {
            throw new ProblemException(malformed(request, ResponseFault.NOT_LIST));
        }
        check.setVersion(list.path("apiVersion").asText());
        check.setListKind(list.path("kind").asText());
        items.forEach(item -> check.pass(item, reader));
        return list.path("metadata").path("continue").asText("");
    }

    /**
     * Visits the items that have one of some fields at any depth; the others are not kept, so that many more can be read.
     *
     * @param path with a query already
     */
    public boolean forEachWithField(Set<String> fields, String path, String text, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException {
        var unread = new CollectionReadProblems();
        var sieve = new FieldPresenceListFilter(fields, new ObjectSchemaCheck(unread), reader);
        return recordUnread(path, unread, readPages(path, MANY_PAGES, at -> {
            var request = ApiRequest.get(at, text);
            var bytes = transportSupplier.transport().readBytes(request);
            try {
                return sieve.readPage(bytes);
            } catch (IOException e) {
                throw malformedAnswer(request, e);
            }
        }));
    }

    /** A reader of the page at a path; it returns the continue token, which is empty on the last page. */
    private interface ListPageFetcher {
        String readPage(String path) throws ProblemException, InterruptedException;
    }

    private static boolean readPages(String path, int maximum, ListPageFetcher page)
            throws ProblemException, InterruptedException {
        var more = "";
        for (int at = 0; at < maximum; at++) {
            more = page.readPage(more.isEmpty() ? path : path + "&continue=" + ApiPathBuilder.encode(more));
            if (more.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Reads one object, or any other JSON. */
    public JsonNode readJson(String path, String text) throws ProblemException, InterruptedException {
        return readJson(ApiRequest.get(path, text));
    }

    /** The same of one object of the API, of which it is noted what does not fit its kind. */
    public JsonNode object(String path, String text) throws ProblemException, InterruptedException {
        var object = readJson(path, text);
        var unread = new CollectionReadProblems();
        new ObjectSchemaCheck(unread).pass(object, _ -> {});
        recordUnread(path, unread, true);
        return object;
    }

    /** Reads the metadata of one object only. */
    public JsonNode readMetadata(String path, String text) throws ProblemException, InterruptedException {
        return readJson(ApiRequest.proxiedPage(path, METADATA, text));
    }

    private JsonNode readJson(ApiRequest request) throws ProblemException, InterruptedException {
        var bytes = transportSupplier.transport().readBytes(request);
        try {
            return JSON.readTree(new String(bytes, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw malformedAnswer(request, e);
        }
    }

    private static ProblemException malformedAnswer(ApiRequest request, IOException cause) {
        return new ProblemException(malformed(request,
                cause instanceof StreamConstraintsException ? ResponseFault.TOO_COMPLEX : ResponseFault.NOT_JSON),
                cause);
    }

    private static Problem malformed(ApiRequest request, ResponseFault fault) {
        return Problem.of(OperationProblemKind.GARBLED, new ApiObjectReason.ResponseMalformed(request.action(), fault));
    }

    /**
     * Filter of list pages for objects that have one of some fields at any depth; no tree is built of the others.
     */
    static final class FieldPresenceListFilter {

        private static final JsonMapper JSON = new JsonMapper();

        private final Set<String> fields;
        private final ObjectSchemaCheck check;
        private final Consumer<JsonNode> reader;

        /** @param fields names, at whatever depth */
        FieldPresenceListFilter(Set<String> fields, ObjectSchemaCheck check, Consumer<JsonNode> reader) {
            this.check = check;
            this.fields = Set.copyOf(fields);
            this.reader = reader;
        }

        /** Reads a page and returns the continue token; empty on the last page. */
        String readPage(byte[] page) throws IOException {
            var more = "";
            boolean listed = false;
            try (var parser = JSON.createParser(page)) {
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    throw new IOException(ListPageFault.NOT_LIST.text());
                }
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    var name = parser.currentName();
                    var value = parser.nextToken();
                    if (name.equals("items") && (value == JsonToken.START_ARRAY || value == JsonToken.VALUE_NULL)) {
                        listed = true;
                        readItems(parser, page);
                    } else if (name.equals("apiVersion")) {
                        check.setVersion(parser.getValueAsString(""));
                        parser.skipChildren();
                    } else if (name.equals("kind")) {
                        check.setListKind(parser.getValueAsString(""));
                        parser.skipChildren();
                    } else if (name.equals("metadata")) {
                        more = parser.<JsonNode>readValueAsTree().path("continue").asText("");
                    } else {
                        parser.skipChildren();
                    }
                }
            }
            if (!listed) {
                throw new IOException(ListPageFault.NOT_LIST.text());
            }
            return more;
        }

        private void readItems(JsonParser parser, byte[] page) throws IOException {
            while (parser.currentToken() != JsonToken.VALUE_NULL && parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken() == null) {
                    throw new IOException(ListPageFault.CUT_IN_LIST.text());
                }
                if (parser.currentToken() != JsonToken.START_OBJECT) {
                    check.pass(parser.readValueAsTree(), reader);
                    continue;
                }
                int from = (int) parser.currentTokenLocation().getByteOffset();
                boolean wanted = skipAndMatch(parser);
                int to = (int) parser.currentLocation().getByteOffset();
                if (wanted) {
                    check.pass(JSON.readTree(page, from, to - from), reader);
                }
            }
        }

        /** Skips the object at whose beginning the parser is, and returns whether it has one of the fields. */
        private boolean skipAndMatch(JsonParser parser) throws IOException {
            boolean wanted = false;
            for (int depth = 1; depth > 0;) {
                switch (parser.nextToken()) {
                    case START_OBJECT, START_ARRAY -> depth++;
                    case END_OBJECT, END_ARRAY -> depth--;
                    case FIELD_NAME -> wanted |= fields.contains(parser.currentName());
                    case null -> throw new IOException(ListPageFault.CUT_IN_OBJECT.text());
                    default -> {}
                }
            }
            return wanted;
        }
    }

    /** A check of objects against their kinds, which notes what of them does not fit. Used by one thread. */
    static final class ObjectSchemaCheck {

        private static final String LIST = "List";

        private final CollectionReadProblems unread;
        private String apiVersion = "";
        private String kind = "";

        ObjectSchemaCheck(CollectionReadProblems unread) {
            this.unread = unread;
        }

        /** Takes over the version of a list, whose objects need not name it. */
        void setVersion(String version) {
            apiVersion = version;
        }

        /** Takes over the kind of a list, e.g. {@code PodList}, whose objects need not name theirs. */
        void setListKind(String listKind) {
            kind = listKind.endsWith(LIST) ? listKind.substring(0, listKind.length() - LIST.length()) : "";
        }

        /** Hands on what is an object, and notes what is none, or not one as its kind has them. */
        void pass(JsonNode item, Consumer<JsonNode> reader) {
            var version = OptionalText.orElse(apiVersion, item.path("apiVersion").asText());
            var named = OptionalText.orElse(kind, item.path("kind").asText());
            KubernetesObjectSchema.bundled().misfit(item, version, named)
                    .ifPresent(reason -> unread.add(new UnreadableObject(OptionalText.orElse(named, "object"),
                            item.path("metadata").path("namespace").asText(""),
                            item.path("metadata").path("name").asText(""), new ApiObjectReason.SchemaMisfit(reason))));
            if (item.isObject()) {
                reader.accept(item);
            }
        }
    }
}
