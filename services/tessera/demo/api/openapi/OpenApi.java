package tessera.demo.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import tessera.demo.api.call.Answers;
import tessera.demo.api.call.Call;
import tessera.demo.http.Headers;
import tessera.demo.object.ApiError;
import tessera.demo.store.Catalog;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;
import tessera.demo.store.objects.Schemas;

/** Answers with OpenAPI v3: an index, and a document for each group version. */
public final class OpenApi {

    private final Catalog catalog;
    private final Schemas schemas;
    private final Descriptions descriptions = new Descriptions();

    public OpenApi(Catalog catalog, Schemas schemas) {
        this.catalog = catalog;
        this.schemas = schemas;
    }

    /** {@code /openapi/v3}. */
    public void index(Call call) throws IOException {
        var documents = new TreeMap<String, String>();
        for (var type : catalog.all()) {
            documents.merge(path(type), type.plural() + schemas.openApi(type), String::concat);
        }
        var index = Json.object();
        var paths = index.putObject("paths");
        documents.forEach((path, content) -> paths.putObject(path).put("serverRelativeURL",
                "/openapi/v3/" + path + "?hash=" + hash(content)));
        call.exchange().send(200, Headers.of("Content-Type", "text/plain; charset=utf-8"), Json.bytes(index));
    }

    /**
     * {@code /openapi/v3/…}.
     *
     * @param path {@code api/v1} or {@code apis/GROUP/VERSION}
     */
    public void document(Call call, String path) throws IOException, ApiError {
        var types = catalog.all().stream().filter(type -> path(type).equals(path)).toList();
        if (types.isEmpty()) {
            Answers.noSuchPath(call.exchange());
        } else {
            Answers.tree(call, 200, document(types));
        }
    }

    private static String path(ResourceType type) {
        return type.group().isEmpty() ? "api/" + type.version() : "apis/" + type.apiVersion();
    }

    private ObjectNode document(List<ResourceType> types) {
        var document = Json.object().put("openapi", "3.0.0");
        document.putObject("info").put("title", "Kubernetes").put("version", "v1.36.2");
        var paths = document.putObject("paths");
        var components = document.putObject("components").putObject("schemas");
        var written = new TypeSchemas(components, descriptions);
        for (var type : types) {
            Operations.add(paths, type);
            var name = "io.k8s.api.v1." + type.kind();
            var kind = schemas.of(type);
            written.reference(kind.shape());
            var custom = schemas.openApi(type);
            if (custom instanceof ObjectNode own) {
                components.set(name, own.deepCopy());
                Json.child(Json.child((ObjectNode) components.path(name), "properties"), "metadata").putArray("allOf")
                        .addObject().put("$ref", "#/components/schemas/io.k8s.api.v1.ObjectMeta");
            }
            if (components.get(name) instanceof ObjectNode schema) {
                var gvk = schema.putArray("x-kubernetes-group-version-kind").addObject();
                gvk.put("group", type.group()).put("version", type.version()).put("kind", type.kind());
            }
        }
        return document;
    }

    private static String hash(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-512").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().withUpperCase().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-512", e);
        }
    }
}
