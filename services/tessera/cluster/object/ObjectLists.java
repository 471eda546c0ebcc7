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
import tessera.cluster.http.UnreadLog.CollectionRead;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.UnreadObjects;

/** Reads whole objects, one or page by page. */
public final class ObjectLists {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int PAGES = 20;
    private static final int MANY_PAGES = 1_000;
    private static final String METADATA = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
    private static final String ALL_METADATA = METADATA.replace("Metadata;", "MetadataList;");

    private final ServerRoute way;

    /** The way to the server at the moment of a read. */
    @FunctionalInterface
    public interface ServerRoute {
        ApiTransport wire() throws Failure;
    }

    public ObjectLists(ServerRoute way) {
        this.way = way;
    }

    /**
     * All of a collection, page by page.
     *
     * @param path with a query already
     */
    public List<JsonNode> items(String path, String words) throws Failure, InterruptedException {
        var items = new ArrayList<JsonNode>();
        each(path, words, items::add);
        return items;
    }

    /**
     * Goes through a collection without keeping its pages; false where there are more than are read.
     *
     * @param path with a query already
     */
    public boolean each(String path, String words, Consumer<JsonNode> reader) throws Failure, InterruptedException {
        var unread = new CollectionRead();
        return told(path, unread,
                pages(path, PAGES, at -> items(ApiRequest.get(at, words), new ShapeCheck(unread), reader)));
    }

    /** The same of what the objects are called and labelled, and nothing of what they hold. */
    public boolean eachMetadata(String path, String words, Consumer<JsonNode> reader)
            throws Failure, InterruptedException {
        var unread = new CollectionRead();
        return told(path, unread, pages(path, PAGES,
                at -> items(ApiRequest.page(at, ALL_METADATA, words), new ShapeCheck(unread), reader)));
    }

    UnreadObjects unread() {
        try {
            return way.wire().unread().current();
        } catch (Failure _) {
            return UnreadObjects.NONE;
        }
    }

    private boolean told(String path, CollectionRead unread, boolean whole) throws Failure {
        way.wire().unread().replace(path.replaceFirst("\\?.*", ""), unread);
        return whole;
    }

    private String items(ApiRequest ask, ShapeCheck check, Consumer<JsonNode> reader)
            throws Failure, InterruptedException {
        var list = read(ask);
        var items = list.path("items");
        if (!items.isArray() && !items.isNull()) {
            throw garbled(ask, "the answer is no list", null);
        }
        check.setVersion(list.path("apiVersion").asText());
        check.setListKind(list.path("kind").asText());
        items.forEach(item -> check.pass(item, reader));
        return list.path("metadata").path("continue").asText("");
    }

    /**
     * Goes through those objects of a collection that have one of some fields, at whatever depth: of the others nothing is
     * kept, so that many more can be read.
     *
     * @param path with a query already
     */
    public boolean having(Set<String> fields, String path, String words, Consumer<JsonNode> reader)
            throws Failure, InterruptedException {
        var unread = new CollectionRead();
        var sieve = new ListFilter(fields, new ShapeCheck(unread), reader);
        return told(path, unread, pages(path, MANY_PAGES, at -> {
            var ask = ApiRequest.get(at, words);
            var bytes = way.wire().bytes(ask);
            try {
                return sieve.page(bytes);
            } catch (IOException e) {
                throw garbled(ask, e);
            }
        }));
    }

    /** Reads the page at a path, and tells where the next one begins: empty behind the last. */
    private interface PageRead {
        String read(String path) throws Failure, InterruptedException;
    }

    private static boolean pages(String path, int most, PageRead page) throws Failure, InterruptedException {
        var more = "";
        for (int at = 0; at < most; at++) {
            more = page.read(more.isEmpty() ? path : path + "&continue=" + ApiPaths.encode(more));
            if (more.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** One object, or anything else that is JSON. */
    public JsonNode read(String path, String words) throws Failure, InterruptedException {
        return read(ApiRequest.get(path, words));
    }

    /** The same of one object of the API, of which it is noted what does not fit its kind. */
    public JsonNode object(String path, String words) throws Failure, InterruptedException {
        var object = read(path, words);
        var unread = new CollectionRead();
        new ShapeCheck(unread).pass(object, _ -> {});
        told(path, unread, true);
        return object;
    }

    /** Of one object what it is called and labelled, and nothing of what it holds. */
    public JsonNode metadata(String path, String words) throws Failure, InterruptedException {
        return read(ApiRequest.page(path, METADATA, words));
    }

    private JsonNode read(ApiRequest ask) throws Failure, InterruptedException {
        var bytes = way.wire().bytes(ask);
        try {
            return JSON.readTree(new String(bytes, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw garbled(ask, e);
        }
    }

    private static Failure garbled(ApiRequest ask, IOException why) {
        return garbled(ask, why instanceof StreamConstraintsException
                ? "the answer is nested too deeply, or has too long a number or name"
                : "the answer is not JSON", why);
    }

    private static Failure garbled(ApiRequest ask, String words, @Nullable IOException why) {
        var problem = Problem.of(ProblemKind.GARBLED, "Could not " + ask.words() + ": " + words);
        return why == null ? new Failure(problem) : new Failure(problem, why);
    }
}
