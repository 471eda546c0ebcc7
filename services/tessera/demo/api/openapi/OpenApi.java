package tessera.demo.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.http.HeaderFields;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ResourceSchemas;

/** Answers with OpenAPI: the index and the documents of version 3, and a document of version 2 that defines nothing. */
public final class OpenApi {

    private static final String TITLE = "Kubernetes";
    private static final String VERSION = "v1.36.2";
    private static final String SWAGGER = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

    private final ResourceCatalog catalog;
    private final ResourceSchemas schemas;
    private final SchemaDescriptions descriptions = new SchemaDescriptions();

    public OpenApi(ResourceCatalog catalog, ResourceSchemas schemas) {
        this.catalog = catalog;
        this.schemas = schemas;
    }

    /** {@code /openapi/v2}. Clients look up there what a List holds; what they do not find they leave to the server. */
    public void swagger(ApiCall call) throws IOException {
        var accepted = call.header("Accept");
        boolean protobuf = accepted != null && accepted.contains("proto-openapi");
        var document = StoreJson.object().put("swagger", "2.0");
        document.putObject("info").put("title", TITLE).put("version", VERSION);
        document.putObject("paths");
        document.putObject("definitions");
        call.exchange().send(200, HeaderFields.of("Content-Type", protobuf ? SWAGGER : "application/json"),
                protobuf ? message(field(1, "2.0"), field(2, message(field(1, TITLE), field(2, VERSION))))
                        : StoreJson.bytes(document));
    }

    private static byte[] field(int number, String text) {
        return field(number, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A field of a message, of fewer than 128 bytes. */
    private static byte[] field(int number, byte[] content) {
        return message(new byte[] {(byte) (number << 3 | 2), (byte) content.length}, content);
    }

    private static byte[] message(byte[]... fields) {
        var bytes = new ByteArrayOutputStream();
        for (var field : fields) {
            bytes.writeBytes(field);
        }
        return bytes.toByteArray();
    }

    /** {@code /openapi/v3}. */
    public void index(ApiCall call) throws IOException {
        var documents = new TreeMap<String, String>();
        for (var type : catalog.all()) {
            documents.merge(path(type), type.plural() + schemas.openApi(type), String::concat);
        }
        var index = StoreJson.object();
        var paths = index.putObject("paths");
        documents.forEach((path, content) -> paths.putObject(path).put("serverRelativeURL",
                "/openapi/v3/" + path + "?hash=" + hash(content)));
        call.exchange().send(200, HeaderFields.of("Content-Type", "text/plain; charset=utf-8"), StoreJson.bytes(index));
    }

    /**
     * {@code /openapi/v3/…}.
     *
     * @param path {@code api/v1} or {@code apis/GROUP/VERSION}
     */
    public void document(ApiCall call, String path) throws IOException, ApiError {
        var types = catalog.all().stream().filter(type -> path(type).equals(path)).toList();
        if (types.isEmpty()) {
            ResponseWriter.noSuchPath(call.exchange());
        } else {
            ResponseWriter.tree(call, 200, document(types));
        }
    }

    private static String path(ResourceType type) {
        return type.group().isEmpty() ? "api/" + type.version() : "apis/" + type.apiVersion();
    }

    private ObjectNode document(List<ResourceType> types) {
        var document = StoreJson.object().put("openapi", "3.0.0");
        document.putObject("info").put("title", TITLE).put("version", VERSION);
        var paths = document.putObject("paths");
        var components = document.putObject("components").putObject("schemas");
        var written = new TypeSchemas(components, descriptions);
        for (var type : types) {
            PathOperations.add(paths, type);
            var name = "io.k8s.api.v1." + type.kind();
            var kind = schemas.of(type);
            written.reference(kind.shape());
            var custom = schemas.openApi(type);
            if (custom instanceof ObjectNode own) {
                components.set(name, own.deepCopy());
                StoreJson.child(StoreJson.child((ObjectNode) components.path(name), "properties"), "metadata")
                        .putArray("allOf")
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
