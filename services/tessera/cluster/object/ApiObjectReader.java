package tessera.cluster.object;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiTransport;
import tessera.cluster.http.UnreadableObjectRegistry.CollectionReadProblems;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.UnreadableObjects;

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
            throw garbled(request, "the answer is no list", null);
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
        return garbled(request, cause instanceof StreamConstraintsException
                ? "the answer is nested too deeply, or has too long a number or name"
                : "the answer is not JSON", cause);
    }

    private static ProblemException garbled(ApiRequest request, String text, @Nullable IOException cause) {
        var problem = Problem.of(OperationProblemKind.GARBLED, "Could not " + request.action() + ": " + text);
        return cause == null ? new ProblemException(problem) : new ProblemException(problem, cause);
    }
}
