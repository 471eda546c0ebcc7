package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.model.OwnerRef;

/** The metadata of an object while it is being read. Used again and again. */
final class MetadataDraft {

    private static final FieldTable METADATA = FieldTable.of("name", "namespace", "uid", "resourceVersion",
            "creationTimestamp", "deletionTimestamp", "labels", "ownerReferences", "annotations");
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
    private final InternPool shared;
    private final AnnotationDraft.AnnotationReader annotationReader;

    /** @param ofPods whether annotations are read as those of pods, not of nodes */
    MetadataDraft(InternPool shared, boolean ofPods) {
        this(shared, ofPods ? AnnotationDraft::readOfPod : AnnotationDraft::readOfNode);
    }

    private MetadataDraft(InternPool shared, AnnotationDraft.AnnotationReader annotationReader) {
        this.shared = shared;
        this.annotationReader = annotationReader;
    }

    static MetadataDraft ofClaims(InternPool shared) {
        return new MetadataDraft(shared, AnnotationDraft::readOfClaim);
    }

    void clear() {
        name = "";
        namespace = "";
        uid = "";
        version = "";
        created = null;
        deleting = null;
        owner = OwnerRef.NONE;
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
            }
        }
        if (!nameable(name) || !namespace.isEmpty() && !nameable(namespace)) {
            // No API server lets an object be called so; it would be an order to the shell that a command is pasted into.
            name = "";
        }
    }

    /** Whether an object may be called so: what is no word of a shell is no name, nor what reads as an option. */
    private static boolean nameable(String name) {
        for (int at = 0; at < name.length(); at++) {
            char sign = name.charAt(at);
            boolean letter = sign >= 'a' && sign <= 'z' || sign >= 'A' && sign <= 'Z' || sign >= '0' && sign <= '9';
            if (!letter && (at == 0 || "-._:@".indexOf(sign) < 0)) {
                return false;
            }
        }
        return !name.isEmpty();
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
        if (controls && nameable(ownerName)) {
            owner = shared.owner(apiVersion, kind, ownerName);
        }
    }
}
