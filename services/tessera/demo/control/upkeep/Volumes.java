package tessera.demo.control.upkeep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import tessera.demo.control.loop.Component;
import tessera.demo.control.loop.Kinds;
import tessera.demo.control.loop.Loop;
import tessera.demo.control.loop.Note;
import tessera.demo.object.ApiError;
import tessera.demo.store.Change;
import tessera.demo.store.Json;

/** Makes the volumes that claims of a provisioned storage class ask for, and binds them. */
public final class Volumes {

    private static final Duration PROVISIONING = Duration.ofMillis(1500);

    private final Kinds kinds;
    private final Component component;

    public Volumes(Loop loop, Kinds kinds) {
        this.kinds = kinds;
        component = new Component(loop, kinds, "kube-controller-manager", "persistentvolume-controller");
        loop.follow(kinds.claims(), (kind, claim) -> {
            if (kind == Change.Kind.ADDED && !Json.text(claim, "status", "phase").equals("Bound")) {
                var namespace = Json.text(claim, "metadata", "namespace");
                var name = Json.text(claim, "metadata", "name");
                loop.after(PROVISIONING, () -> provide(namespace, name));
            }
        });
    }

    private void provide(String namespace, String name) throws ApiError {
        var claim = component.find(kinds.claims(), namespace, name);
        if (claim == null || Json.text(claim, "status", "phase").equals("Bound")) {
            return;
        }
        var className = Json.text(claim, "spec", "storageClassName");
        var storage = component.find(kinds.storageClasses(), "", className);
        if (storage == null) {
            component.tell(kinds.claims(), claim, className.isEmpty()
                    ? Note.normal("FailedBinding",
                            "no persistent volumes available for this claim and no storage class is set")
                    : Note.warning("ProvisioningFailed",
                            "storageclass.storage.k8s.io \"" + className + "\" not found"));
            return;
        }
        if (Json.text(storage, "volumeBindingMode").equals("WaitForFirstConsumer")) {
            component.tell(kinds.claims(), claim, Note.normal("WaitForFirstConsumer",
                    "waiting for first consumer to be created before binding"));
            return;
        }
        bind(claim, className);
    }

    private void bind(ObjectNode claim, String className) throws ApiError {
        var volume = "pvc-" + Json.text(claim, "metadata", "uid");
        var object = Json.object().put("kind", "PersistentVolume").put("apiVersion", "v1");
        object.putObject("metadata").put("name", volume);
        var spec = object.putObject("spec");
        spec.putObject("capacity").put("storage",
                Json.text(claim, "spec", "resources", "requests", "storage"));
        spec.set("accessModes", claim.path("spec").path("accessModes").deepCopy());
        spec.putObject("claimRef").put("kind", "PersistentVolumeClaim").put("apiVersion", "v1")
                .put("namespace", Json.text(claim, "metadata", "namespace"))
                .put("name", Json.text(claim, "metadata", "name")).put("uid", Json.text(claim, "metadata", "uid"));
        spec.put("persistentVolumeReclaimPolicy", "Delete").put("storageClassName", className).put("volumeMode",
                "Filesystem");
        spec.putObject("csi").put("driver", "rbd.csi.ceph.com").put("volumeHandle", volume);
        var made = component.create(kinds.volumes(), object);
        component.editStatus(kinds.volumes(), made, status -> status.put("phase", "Bound"));
        component.edit(kinds.claims(), claim, draft -> {
            Json.child(draft, "spec").put("volumeName", volume);
            Json.child(Json.child(draft, "metadata"), "annotations").put("pv.kubernetes.io/bind-completed", "yes");
        });
        component.editStatus(kinds.claims(), claim, status -> {
            status.put("phase", "Bound").set("accessModes", claim.path("spec").path("accessModes").deepCopy());
            status.putObject("capacity").put("storage",
                    Json.text(claim, "spec", "resources", "requests", "storage"));
        });
        component.tell(kinds.claims(), claim, Note.normal("ProvisioningSucceeded",
                "Successfully provisioned volume " + volume));
    }
}
