package tessera.cluster.decode;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.DeviceAccess;
import tessera.model.PodFacts;
import tessera.model.PodPhase;

/** Reads pods. */
final class PodProjection extends ObjectProjection<PodFacts> {

    private static final FieldTable POD = FieldTable.of("metadata", "spec", "status");
    private static final FieldTable SPEC = FieldTable.of("containers", "initContainers", "nodeName", "priority",
            "overhead",
            "resources", "resourceClaims", "nodeSelector", "affinity", "tolerations", "topologySpreadConstraints",
            "volumes", "schedulerName", "schedulingGates");
    private static final FieldTable STATUS = FieldTable.of("phase", "reason", "message", "conditions",
            "containerStatuses",
            "initContainerStatuses", "startTime", "nominatedNodeName", "resources", "allocatedResources",
            "resourceClaimStatuses", "extendedResourceClaimStatus");
    private static final FieldTable CONDITION = FieldTable.of("type", "status", "reason", "message");
    private static final FieldTable TYPES = FieldTable.of("PodScheduled", "Initialized", "Ready", "PodResizePending");
    private static final FieldTable TRUE = FieldTable.of("True");

    private final InternPool shared;
    private final StringPool strings;
    private final MetadataDraft metadata;
    private final PodDraft pod = new PodDraft();
    private final PodRequests requests = new PodRequests();

    PodProjection(InternPool shared) {
        this.shared = shared;
        this.strings = shared.strings;
        metadata = MetadataDraft.ofPods(shared);
    }

    @Override
    MetadataDraft metadata() {
        return metadata;
    }

    @Override
    @Nullable
    PodFacts read(JsonScanner json) throws IOException {
        metadata.clear();
        pod.clearSpec();
        pod.clearStatus();
        if (!json.object()) {
            return null;
        }
        for (int field = json.field(POD); field != JsonScanner.END; field = json.field(POD)) {
            switch (field) {
                case 0 -> metadata.read(json);
                case 1 -> spec(json);
                case 2 -> status(json);
            }
        }
        return metadata.name.isEmpty() ? null : facts();
    }

    private PodFacts facts() {
        var status = PodStatus.of(pod, metadata.deleting != null);
        var trouble = PodTrouble.of(pod);
        return new PodFacts(metadata.namespace, metadata.name, metadata.uid, pod.node, pod.nominated,
                phase(pod.phase), strings.of(status.word()), trouble.reason(), trouble.message(),
                shared.of(requests.of(pod)), metadata.owner, shared.of(metadata.labels), pod.priority,
                metadata.created, pod.started, metadata.deleting, status.ready(), status.total(), status.restarts(),
                ClaimNames.of(pod.claims, pod.givenClaims, pod.extendedClaim),
                pod.node.isEmpty() ? pod.placing.placing(shared, pod.volumes.claimed()) : Optional.empty(),
                devices(), shared.value(pod.images()));
    }

    /** Nearly all pods have none, and share one value. */
    private DeviceAccess devices() {
        var visible = pod.visibleDevices();
        var files = pod.volumes.devices();
        var annotations = metadata.annotations.kept();
        return visible.isEmpty() && files.isEmpty() && annotations.size() == 0 && !pod.privileged()
                ? DeviceAccess.NONE
                : shared.of(new DeviceAccess(shared.of(annotations), visible, files, pod.privileged()));
    }

    private static PodPhase phase(String phase) {
        return switch (phase) {
            case "Pending", "" -> PodPhase.PENDING;
            case "Running" -> PodPhase.RUNNING;
            case "Succeeded" -> PodPhase.SUCCEEDED;
            case "Failed" -> PodPhase.FAILED;
            default -> PodPhase.UNKNOWN;
        };
    }

    private void spec(JsonScanner json) throws IOException {
        pod.clearSpec();
        if (!json.object()) {
            return;
        }
        for (int field = json.field(SPEC); field != JsonScanner.END; field = json.field(SPEC)) {
            switch (field) {
                case 0 -> pod.containers.read(json, strings);
                case 1 -> pod.initContainers.read(json, strings);
                case 2 -> pod.node = json.text(strings);
                case 3 -> pod.priority = json.number();
                case 4 -> pod.overhead.read(json, strings);
                case 5 -> pod.resources.read(json, strings);
                case 6 -> pod.claims.readAll(json, strings);
                case 11 -> pod.volumes.read(json, strings);
                default -> placing(field, json);
            }
        }
    }

    /** Of a pod that has its node nobody asks where else it could have gone. */
    private void placing(int field, JsonScanner json) throws IOException {
        if (!pod.node.isEmpty()) {
            json.skip();
            return;
        }
        switch (field) {
            case 7 -> pod.placing.selector(json, strings);
            case 8 -> pod.placing.affinity(json, strings);
            case 9 -> pod.placing.tolerations(json, strings);
            case 10 -> pod.placing.ties.spread(json, strings);
            case 12 -> pod.placing.scheduler = json.text(strings);
            default -> pod.placing.gates(json, strings);
        }
    }

    private void status(JsonScanner json) throws IOException {
        pod.clearStatus();
        if (!json.object()) {
            return;
        }
        for (int field = json.field(STATUS); field != JsonScanner.END; field = json.field(STATUS)) {
            switch (field) {
                case 0 -> pod.phase = json.text(strings);
                case 1 -> pod.reason = json.text(strings);
                case 2 -> pod.message = json.text(strings);
                case 3 -> conditions(json);
                case 4 -> pod.states.read(json, strings);
                case 5 -> pod.initStates.read(json, strings);
                case 6 -> pod.started = shared.instant(json);
                case 7 -> pod.nominated = json.text(strings);
                case 8 -> pod.givenResources.read(json, strings);
                case 9 -> pod.allocated.read(json, strings);
                case 10 -> pod.givenClaims.readAll(json, strings);
                case 11 -> pod.extendedClaim.readOne(json, strings);
            }
        }
    }

    private void conditions(JsonScanner json) throws IOException {
        pod.clearConditions();
        if (!json.array()) {
            return;
        }
        while (json.element()) {
            if (json.object()) {
                condition(json);
            }
        }
    }

    private void condition(JsonScanner json) throws IOException {
        int type = JsonScanner.OTHER;
        boolean isTrue = false;
        var reason = "";
        var message = "";
        for (int field = json.field(CONDITION); field != JsonScanner.END; field = json.field(CONDITION)) {
            switch (field) {
                case 0 -> type = json.choice(TYPES);
                case 1 -> isTrue = json.choice(TRUE) == 0;
                case 2 -> reason = json.text(strings);
                case 3 -> message = json.text(strings);
            }
        }
        switch (type) {
            case 0 -> {
                pod.unscheduled = !isTrue;
                pod.schedulingReason = reason;
                pod.schedulingMessage = message;
            }
            case 1 -> pod.initialized = isTrue;
            case 2 -> pod.ready = isTrue;
            case 3 -> pod.resizeInfeasible = reason.equals("Infeasible");
            default -> {
                // Nobody asks for it.
            }
        }
    }
}
