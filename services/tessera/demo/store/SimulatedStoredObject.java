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
 * A state of an object, stored as bytes beside the values that selectors read. Immutable.
 *
 * <p>The bytes are the object without {@code kind} and {@code apiVersion}, metadata first, so that lists, single objects
 * and metadata alone can be sent without reading them again.
 */
public final class SimulatedStoredObject {

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

    SimulatedStoredObject(ObjectNode object, long version, SimulatedSelectableFieldReader index) {
        var metadata = SimulatedStoreJsonCodec.childObject(object, "metadata");
        this.namespace = index.intern(SimulatedStoreJsonCodec.textAt(metadata, "namespace"));
        this.name = SimulatedStoreJsonCodec.textAt(metadata, "name");
        this.version = version;
        this.labels = index.readLabels(metadata.path("labels"));
        this.fields = index.readFields(object);
        var bytes = new ByteArrayOutputStream(4096);
        this.metadataEnd = writeObject(object, orderMetadata(metadata), bytes);
        this.json = bytes.toByteArray();
    }

    /** Returns where the metadata ends. */
    private static int writeObject(ObjectNode object, ObjectNode metadata, ByteArrayOutputStream bytes) {
        try (var out = SimulatedStoreJsonCodec.createGenerator(bytes)) {
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

    private static ObjectNode orderMetadata(ObjectNode metadata) {
        var ordered = SimulatedStoreJsonCodec.newObject();
        for (var field : METADATA_ORDER) {
            var value = metadata.get(field);
            if (value != null && !value.isNull()) {
                ordered.set(field, value);
            }
        }
        return ordered;
    }

    /** Returns the namespace; empty for cluster-scoped objects. */
    public String namespace() {
        return namespace;
    }

    public String name() {
        return name;
    }

    public long resourceVersion() {
        return version;
    }

    public Map<String, String> labels() {
        return labels;
    }

    /** Returns the values of the selectable fields, in the order of the resource's traits. */
    public List<String> fieldValues() {
        return fields;
    }

    /** Returns a new tree, without {@code kind} and {@code apiVersion}. */
    public ObjectNode toTree() {
        return SimulatedStoreJsonCodec.readObject(json);
    }

    /** Returns the size in bytes. */
    public int sizeInBytes() {
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

    String storeKey() {
        return storeKey(namespace, name);
    }

    static String storeKey(String namespace, String name) {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
