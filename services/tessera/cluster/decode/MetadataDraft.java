package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.model.OwnerRef;

/** The metadata of an object while it is being read. Used again and again. */
final class MetadataDraft {

    private static final FieldTable METADATA = FieldTable.of("name", "namespace", "uid", "resourceVersion",
            "creationTimestamp", "deletionTimestamp", "labels", "ownerReferences", "annotations", "managedFields");
    private static final FieldTable OWNER = FieldTable.of("kind", "name", "controller", "apiVersion");

    final LabelDraft labels = new LabelDraft();
    final AnnotationDraft annotations = new AnnotationDraft();
    String name = "";
    String namespace = "";
    String uid = "";
    String version = "";
    @Nullable
    Instant created;
    @Nullable
    Instant deleting;
    OwnerRef owner = OwnerRef.NONE;
    /** Of a node, when the state of its MIG change was written. */
    @Nullable
    Instant migWritten;
    private final InternPool shared;
    private final boolean ofNodes;
    private final AnnotationDraft.AnnotationReader annotationReader;

    /** @param ofPods whether annotations are read as those of pods, not of nodes */
    MetadataDraft(InternPool shared, boolean ofPods) {
        this(shared, ofPods ? AnnotationDraft::readOfPod : AnnotationDraft::readOfNode, !ofPods);
    }

    private MetadataDraft(InternPool shared, AnnotationDraft.AnnotationReader annotationReader, boolean ofNodes) {
        this.shared = shared;
        this.ofNodes = ofNodes;
        this.annotationReader = annotationReader;
    }

    static MetadataDraft ofClaims(InternPool shared) {
        return new MetadataDraft(shared, AnnotationDraft::readOfClaim, false);
    }

    void clear() {
        name = "";
        namespace = "";
        uid = "";
        version = "";
        created = null;
        deleting = null;
        owner = OwnerRef.NONE;
        migWritten = null;
        labels.clear();
        annotations.clear();
    }

    void read(JsonScanner json) throws IOException {
        clear();
        if (!json.object()) {
            return;
        }
        for (int field = json.field(METADATA); field != JsonScanner.END; field = json.field(METADATA)) {
            switch (field) {
                case 0 -> name = json.text();
                case 1 -> namespace = json.text(shared.strings);
                case 2 -> uid = json.text();
                case 3 -> version = json.text();
                case 4 -> created = shared.instant(json);
                case 5 -> deleting = shared.instant(json);
                case 6 -> labels.read(json, shared.strings);
                case 7 -> owners(json);
                case 8 -> annotationReader.read(annotations, json, shared.strings);
                case 9 -> written(json);
            }
        }
    }

    private void written(JsonScanner json) throws IOException {
        if (ofNodes) {
            migWritten = MigWriteReader.read(json, shared);
        } else {
            json.skip();
        }
    }

    private void owners(JsonScanner json) throws IOException {
        owner = OwnerRef.NONE;
        if (!json.array()) {
            return;
        }
        while (json.element()) {
            owner(json);
        }
    }

    private void owner(JsonScanner json) throws IOException {
        var kind = "";
        var ownerName = "";
        var apiVersion = "";
        boolean controls = false;
        if (!json.object()) {
            return;
        }
        for (int field = json.field(OWNER); field != JsonScanner.END; field = json.field(OWNER)) {
            switch (field) {
                case 0 -> kind = json.text(shared.strings);
                case 1 -> ownerName = json.text(shared.strings);
                case 2 -> controls = json.flag();
                case 3 -> apiVersion = json.text(shared.strings);
            }
        }
        if (controls) {
            owner = shared.owner(apiVersion, kind, ownerName);
        }
    }
}
