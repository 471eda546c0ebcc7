package tessera.demo.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One state of one object, kept as bytes beside what selectors ask for. Immutable.
 *
 * <p>The bytes are the object without {@code kind} and {@code apiVersion}, metadata first, so that lists, single objects
 * and metadata alone can be sent without reading them again.
 */
public final class StoredObject {

    private static final Set<String> HEAD = Set.of("kind", "apiVersion", "metadata");
    private static final List<String> METADATA_ORDER = List.of("name", "generateName", "namespace", "uid",
            "resourceVersion", "generation", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds",
            "labels", "annotations", "ownerReferences", "finalizers", "managedFields");

    private final String namespace;
    private final String name;
    private final long version;
    private final Map<String, String> labels;
    private final List<String> fields;
    private final byte[] json;
    private final int metadataEnd;

    StoredObject(ObjectNode object, long version, SelectorIndex index) {
        var metadata = StoreJson.child(object, "metadata");
        this.namespace = index.share(StoreJson.text(metadata, "namespace"));
        this.name = StoreJson.text(metadata, "name");
        this.version = version;
        this.labels = index.labels(metadata.path("labels"));
        this.fields = index.fields(object);
        var bytes = new ByteArrayOutputStream(4096);
        this.metadataEnd = write(object, ordered(metadata), bytes);
        this.json = bytes.toByteArray();
    }

    /** Returns where the metadata ends. */
    private static int write(ObjectNode object, ObjectNode metadata, ByteArrayOutputStream bytes) {
        try (var out = StoreJson.generator(bytes)) {
            out.writeStartObject();
            out.writeFieldName("metadata");
            out.writeTree(metadata);
            out.flush();
            int end = bytes.size();
            for (var field : object.properties()) {
                if (!HEAD.contains(field.getKey())) {
                    out.writeFieldName(field.getKey());
                    out.writeTree(field.getValue());
                }
            }
            out.writeEndObject();
            return end;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode ordered(ObjectNode metadata) {
        var ordered = StoreJson.object();
        for (var field : METADATA_ORDER) {
            var value = metadata.get(field);
            if (value != null && !value.isNull()) {
                ordered.set(field, value);
            }
        }
        return ordered;
    }

    /** Empty for what belongs to the cluster. */
    public String namespace() {
        return namespace;
    }

    public String name() {
        return name;
    }

    public long version() {
        return version;
    }

    public Map<String, String> labels() {
        return labels;
    }

    /** Values of the fields that selectors may name, in the order of the resource's traits. */
    public List<String> fields() {
        return fields;
    }

    /** A tree of one's own, without {@code kind} and {@code apiVersion}. */
    public ObjectNode tree() {
        return StoreJson.read(json);
    }

    /** How many bytes it takes. */
    public int size() {
        return json.length;
    }

    /** Writes {@code "metadata":{…},…} with the closing brace: what follows an opening brace or a head of other fields. */
    public void writeFields(OutputStream out) throws IOException {
        out.write(json, 1, json.length - 1);
    }

    /** Writes the metadata alone: {@code "metadata":{…}}. */
    public void writeMetadata(OutputStream out) throws IOException {
        out.write(json, 1, metadataEnd - 1);
        out.write('}');
    }

    String key() {
        return key(namespace, name);
    }

    static String key(String namespace, String name) {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
