package tessera.demo.control.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;
import tessera.demo.store.select.ObjectSelection;

/** Binds claims to volumes: to the one that they name, to one that is free, or to one that their storage class makes. */
public final class VolumeBinder {

    private static final Duration PROVISIONING = Duration.ofMillis(1500);
    private static final Duration NOTICE = Duration.ofMillis(300);
    private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final ControlComponent component;
    /** Claims without a volume, by namespace and name, and whether a pod on a node waits for them. */
    private final Map<String, WaitingClaim> waiting = new HashMap<>();

    private record WaitingClaim(String namespace, String name, boolean consumed) {}

    public VolumeBinder(ControlLoop loop, ControllerKinds kinds) {
        this.loop = loop;
        this.kinds = kinds;
        component = new ControlComponent(loop, kinds, "kube-controller-manager", "persistentvolume-controller");
        loop.follow(kinds.claims(), this::claimChanged);
        loop.follow(kinds.volumes(), this::volumeChanged);
        loop.follow(kinds.pods(), this::podChanged);
        loop.follow(kinds.storageClasses(), this::classChanged);
        new VolumeProtection(loop, kinds);
    }

    private void claimChanged(StoreChange.ChangeKind kind, ObjectNode claim) {
        var namespace = StoreJson.text(claim, "metadata", "namespace");
        var name = StoreJson.text(claim, "metadata", "name");
        if (kind == StoreChange.ChangeKind.DELETED || StoreJson.text(claim, "status", "phase").equals("Bound")) {
            waiting.remove(key(namespace, name));
        } else if (waiting.putIfAbsent(key(namespace, name), new WaitingClaim(namespace, name, false)) == null) {
            loop.after(PROVISIONING, () -> provide(namespace, name));
        }
        if (kind == StoreChange.ChangeKind.DELETED) {
            loop.after(NOTICE, () -> release(claim));
        }
    }

    private void volumeChanged(StoreChange.ChangeKind kind, ObjectNode volume) {
        if (kind != StoreChange.ChangeKind.DELETED && new VolumeOffer(volume).fresh()) {
            loop.after(NOTICE, () -> offer(StoreJson.text(volume, "metadata", "name")));
        }
    }

    /** Claims may have waited for it. */
    private void classChanged(StoreChange.ChangeKind kind, ObjectNode storage) {
        if (kind != StoreChange.ChangeKind.DELETED) {
            waiting.values().forEach(claim -> loop.after(NOTICE, () -> {
                var found = component.find(kinds.claims(), claim.namespace(), claim.name());
                if (found != null && StoreJson.text(found, "spec", "storageClassName")
                        .equals(StoreJson.text(storage, "metadata", "name"))) {
                    provide(claim.namespace(), claim.name());
                }
            }));
        }
    }

    /** A pod that has its node has its claims bound that wait for that. */
    private void podChanged(StoreChange.ChangeKind kind, ObjectNode pod) {
        if (waiting.isEmpty() || kind == StoreChange.ChangeKind.DELETED
                || StoreJson.text(pod, "spec", "nodeName").isEmpty()) {
            return;
        }
        var namespace = StoreJson.text(pod, "metadata", "namespace");
        for (var volume : pod.path("spec").path("volumes")) {
            var name = StoreJson.text(volume, "persistentVolumeClaim", "claimName");
            var claim = waiting.get(key(namespace, name));
            if (claim != null && !claim.consumed()) {
                waiting.put(key(namespace, name), new WaitingClaim(namespace, name, true));
                loop.after(PROVISIONING, () -> provide(namespace, name));
            }
        }
    }

    /** A volume that somebody made or set free can be had, and whoever waits for one like it is asked again. */
    private void offer(String name) throws ApiError {
        var volume = component.find(kinds.volumes(), "", name);
        if (volume != null && new VolumeOffer(volume).fresh()) {
            component.editStatus(kinds.volumes(), volume, status -> status.put("phase", "Available"));
            for (var claim : waiting.values()) {
                loop.after(NOTICE, () -> provide(claim.namespace(), claim.name()));
            }
        }
    }

    /** What a claim leaves: a volume that goes with it, or one that keeps its data and that nobody else gets. */
    private void release(ObjectNode claim) throws ApiError {
        var volume = component.find(kinds.volumes(), "", StoreJson.text(claim, "spec", "volumeName"));
        if (volume == null
                || !StoreJson.text(claim, "metadata", "uid")
                        .equals(StoreJson.text(volume, "spec", "claimRef", "uid"))) {
            return;
        }
        component.editStatus(kinds.volumes(), volume, status -> status.put("phase", "Released"));
        if (StoreJson.text(volume, "spec", "persistentVolumeReclaimPolicy").equals("Delete")) {
            component.delete(kinds.volumes(), volume, DeleteOptions.USUAL);
        }
    }

    private void provide(String namespace, String name) throws ApiError {
        var claim = component.find(kinds.claims(), namespace, name);
        var entry = waiting.get(key(namespace, name));
        if (claim == null || entry == null || StoreJson.text(claim, "status", "phase").equals("Bound")) {
            return;
        }
        if (!StoreJson.text(claim, "spec", "volumeName").isEmpty()) {
            bindNamed(claim);
            return;
        }
        var className = StoreJson.text(claim, "spec", "storageClassName");
        var storage = component.find(kinds.storageClasses(), "", className);
        boolean delayed = storage != null
                && StoreJson.text(storage, "volumeBindingMode").equals("WaitForFirstConsumer");
        if (delayed && !entry.consumed()) {
            component.tell(kinds.claims(), claim, EventNote.normal("WaitForFirstConsumer",
                    "waiting for first consumer to be created before binding"));
            return;
        }
        var free = free(claim);
        if (free != null) {
            bind(claim, free);
        } else if (className.isEmpty()) {
            component.tell(kinds.claims(), claim, EventNote.normal("FailedBinding",
                    "no persistent volumes available for this claim and no storage class is set"));
        } else {
            provision(claim, className, storage);
        }
    }

    /** A claim that names its volume gets that one or none. */
    private void bindNamed(ObjectNode claim) throws ApiError {
        var name = StoreJson.text(claim, "spec", "volumeName");
        var volume = component.find(kinds.volumes(), "", name);
        if (volume == null) {
            return;
        }
        var offer = new VolumeOffer(volume);
        // A volume that names its claim goes to that one as it is.
        var mismatch = offer.kept() ? null : offer.mismatch(claim);
        if (!offer.openTo(claim)) {
            component.tell(kinds.claims(), claim, EventNote.warning("FailedBinding",
                    "volume \"%s\" already bound to a different claim.".formatted(name)));
        } else if (mismatch != null) {
            component.tell(kinds.claims(), claim, EventNote.warning("VolumeMismatch",
                    "Cannot bind to requested volume \"%s\": %s".formatted(name, mismatch)));
        } else {
            bind(claim, volume);
        }
    }

    /** The smallest of the free volumes that will do, before them one that is kept for the claim. */
    private @Nullable ObjectNode free(ObjectNode claim) {
        return component.objects().list(kinds.volumes(), ObjectSelection.all("")).stream()
                .filter(volume -> StoreJson.text(volume, "status", "phase").equals("Available"))
                .filter(volume -> new VolumeOffer(volume).suits(claim))
                .min(Comparator.comparing((ObjectNode volume) -> !new VolumeOffer(volume).kept())
                        .thenComparingLong(volume -> new VolumeOffer(volume).bytes()))
                .orElse(null);
    }

    private void provision(ObjectNode claim, String className, @Nullable ObjectNode storage) throws ApiError {
        if (storage == null || StoreJson.text(storage, "provisioner").equals(NO_PROVISIONER)) {
            component.tell(kinds.claims(), claim, EventNote.warning("ProvisioningFailed", storage == null
                    ? "storageclass.storage.k8s.io \"" + className + "\" not found"
                    : "no volume plugin matched name: " + NO_PROVISIONER));
            return;
        }
        var volume = "pvc-" + StoreJson.text(claim, "metadata", "uid");
        var object = StoreJson.object().put("kind", "PersistentVolume").put("apiVersion", "v1");
        object.putObject("metadata").put("name", volume);
        var spec = object.putObject("spec");
        spec.putObject("capacity").put("storage", StoreJson.text(claim, "spec", "resources", "requests", "storage"));
        spec.set("accessModes", claim.path("spec").path("accessModes").deepCopy());
        VolumeOffer.keep(spec, claim);
        spec.put("persistentVolumeReclaimPolicy", storage.path("reclaimPolicy").asText("Delete"))
                .put("storageClassName", className).put("volumeMode", "Filesystem");
        spec.putObject("csi").put("driver", StoreJson.text(storage, "provisioner")).put("volumeHandle", volume);
        bind(claim, component.create(kinds.volumes(), object));
        component.tell(kinds.claims(), claim, EventNote.normal("ProvisioningSucceeded",
                "Successfully provisioned volume " + volume));
    }

    private void bind(ObjectNode claim, ObjectNode volume) throws ApiError {
        component.edit(kinds.volumes(), volume, draft -> VolumeOffer.keep(StoreJson.child(draft, "spec"), claim));
        component.editStatus(kinds.volumes(), volume, status -> status.put("phase", "Bound"));
        component.edit(kinds.claims(), claim, draft -> {
            StoreJson.child(draft, "spec").put("volumeName", StoreJson.text(volume, "metadata", "name"));
            StoreJson.child(StoreJson.child(draft, "metadata"), "annotations").put("pv.kubernetes.io/bind-completed",
                    "yes");
        });
        component.editStatus(kinds.claims(), claim, status -> {
            status.put("phase", "Bound").set("accessModes", volume.path("spec").path("accessModes").deepCopy());
            status.putObject("capacity").put("storage", StoreJson.text(volume, "spec", "capacity", "storage"));
        });
    }

    private static String key(String namespace, String name) {
        return namespace + "/" + name;
    }
}
