package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.DecodedPodFields.ReusableList;
import tessera.model.ContainerExitNotation;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.UnrequestedDeviceAccess;

/** Reads pods. */
final class PodDecoder extends KubernetesObjectDecoder<PodSummary> {

    private static final JsonFieldNameTable POD = JsonFieldNameTable.of("metadata", "spec", "status");
    private static final JsonFieldNameTable SPEC = JsonFieldNameTable.of("containers", "initContainers", "nodeName",
            "priority", "overhead", "resources", "resourceClaims", "nodeSelector", "affinity", "tolerations",
            "topologySpreadConstraints", "volumes", "schedulerName", "schedulingGates", "runtimeClassName");
    private static final JsonFieldNameTable STATUS = JsonFieldNameTable.of("phase", "reason", "message", "conditions",
            "containerStatuses", "initContainerStatuses", "startTime", "nominatedNodeName", "resources",
            "allocatedResources", "resourceClaimStatuses", "extendedResourceClaimStatus");
    private static final JsonFieldNameTable CONDITION = JsonFieldNameTable.of("type", "status", "reason", "message");
    private static final JsonFieldNameTable TYPES = JsonFieldNameTable.of("PodScheduled", "Initialized", "Ready",
            "PodResizePending");
    private static final JsonFieldNameTable TRUE = JsonFieldNameTable.of("True");

    private final InternPool shared;
    private final StringPool strings;
    private final ObjectMetadataDecoder metadata;
    private final DecodedPodFields pod = new DecodedPodFields();
    private final DecodedPodRequestCalculator requests = new DecodedPodRequestCalculator();

    PodDecoder(InternPool shared) {
        this.shared = shared;
        this.strings = shared.strings;
        metadata = ObjectMetadataDecoder.ofPods(shared);
    }

    @Override
    ObjectMetadataDecoder metadata() {
        return metadata;
    }

    @Override
    @Nullable
    PodSummary read(JsonScanner json) throws IOException {
        metadata.clear();
        pod.clearSpec();
        pod.clearStatus();
        if (!json.enterObject()) {
            return null;
        }
        for (int field = json.nextField(POD); field != JsonScanner.END; field = json.nextField(POD)) {
            switch (field) {
                case 0 -> metadata.read(json);
                case 1 -> readSpec(json);
                case 2 -> readStatus(json);
            }
        }
        return metadata.name.isEmpty() ? null : toFacts();
    }

    private PodSummary toFacts() {
        var status = KubectlStylePodStatus.of(pod, metadata.deleting != null);
        var failureReason = PodFailureReason.of(pod);
        return new PodSummary(metadata.namespace, metadata.name, metadata.uid, pod.node, pod.nominated,
                parsePhase(pod.phase), strings.intern(status.text()), failureReason.reason(), failureReason.message(),
                shared.internAmounts(requests.requestsOf(pod)), metadata.owner, shared.internLabels(metadata.labels),
                pod.priority, metadata.created, pod.started, metadata.deleting, status.ready(), status.total(),
                status.restarts(),
                PodResourceClaimNamesDecoder.distinctNames(pod.claims, pod.givenClaims, pod.extendedClaim),
                pod.node.isEmpty() ? pod.constraintsBuilder.toConstraints(shared, pod.volumes.hasClaim())
                        : Optional.empty(),
                deviceAccess(), shared.internValue(pod.containerImages()), endOf(pod),
                pod.node.isEmpty() ? PodResourceClaimNamesDecoder.awaitedClaims(pod.claims, pod.givenClaims)
                        : List.of());
    }

    /** Returns when the last container of an ended pod ended; null where none tells. */
    private static @Nullable Instant endOf(DecodedPodFields pod) {
        Instant last = null;
        for (int i = 0; parsePhase(pod.phase).isTerminal() && i < pod.states.size(); i++) {
            var text = pod.states.get(i).finished;
            var end = text.isEmpty() ? null : KubernetesTimestampParser.parse(text);
            if (end != null && (last == null || end.isAfter(last))) {
                last = end;
            }
        }
        return last;
    }

    /** Returns the pod's device access; nearly all pods have none, and share one value. */
    private UnrequestedDeviceAccess deviceAccess() {
        var visible = pod.visibleDevices();
        var files = pod.volumes.hostDevices();
        var runtime = pod.openRuntimeClass();
        var annotations = metadata.annotations.keptLabels();
        if (visible.isEmpty() && files.isEmpty() && annotations.size() == 0 && !pod.isPrivileged()
                && runtime.isEmpty()) {
            return UnrequestedDeviceAccess.NONE;
        }
        return shared.internAccess(new UnrequestedDeviceAccess(shared.internLabels(annotations), visible, files,
                pod.isPrivileged(), runtime));
    }

    private static PodPhase parsePhase(String phase) {
        return switch (phase) {
            case "Pending", "" -> PodPhase.PENDING;
            case "Running" -> PodPhase.RUNNING;
            case "Succeeded" -> PodPhase.SUCCEEDED;
            case "Failed" -> PodPhase.FAILED;
            default -> PodPhase.UNKNOWN;
        };
    }

    private void readSpec(JsonScanner json) throws IOException {
        pod.clearSpec();
        if (!json.enterObject()) {
            return;
        }
        for (int field = json.nextField(SPEC); field != JsonScanner.END; field = json.nextField(SPEC)) {
            switch (field) {
                case 0 -> pod.containers.readAll(json, strings);
                case 1 -> pod.initContainers.readAll(json, strings);
                case 2 -> pod.node = json.readText(strings);
                case 3 -> pod.priority = json.readNumber();
                case 4 -> pod.overhead.read(json, strings);
                case 5 -> pod.resources.read(json, strings);
                case 6 -> pod.claims.readAll(json, strings);
                case 11 -> pod.volumes.read(json, strings);
                case 14 -> pod.runtimeClass = json.readText(strings);
                default -> readConstraint(field, json);
            }
        }
    }

    /** Reads a scheduling constraint; skipped for a pod that has its node. */
    private void readConstraint(int field, JsonScanner json) throws IOException {
        if (!pod.node.isEmpty()) {
            json.skipValue();
            return;
        }
        switch (field) {
            case 7 -> pod.constraintsBuilder.readSelector(json, strings);
            case 8 -> pod.constraintsBuilder.readAffinity(json, strings);
            case 9 -> pod.constraintsBuilder.readTolerations(json, strings);
            case 10 -> pod.constraintsBuilder.ties.readSpread(json, strings);
            case 12 -> pod.constraintsBuilder.scheduler = json.readText(strings);
            default -> pod.constraintsBuilder.readGates(json, strings);
        }
    }

    private void readStatus(JsonScanner json) throws IOException {
        pod.clearStatus();
        if (!json.enterObject()) {
            return;
        }
        for (int field = json.nextField(STATUS); field != JsonScanner.END; field = json.nextField(STATUS)) {
            switch (field) {
                case 0 -> pod.phase = json.readText(strings);
                case 1 -> pod.reason = json.readText(strings);
                case 2 -> pod.message = json.readText(strings);
                case 3 -> readConditions(json);
                case 4 -> pod.states.readAll(json, strings);
                case 5 -> pod.initStates.readAll(json, strings);
                case 6 -> pod.started = shared.readInstant(json);
                case 7 -> pod.nominated = json.readText(strings);
                case 8 -> pod.givenResources.read(json, strings);
                case 9 -> pod.allocated.read(json, strings);
                case 10 -> pod.givenClaims.readAll(json, strings);
                case 11 -> pod.extendedClaim.readOne(json, strings);
            }
        }
    }

    private void readConditions(JsonScanner json) throws IOException {
        pod.clearConditions();
        if (!json.enterArray()) {
            return;
        }
        while (json.nextElement()) {
            if (json.enterObject()) {
                readCondition(json);
            }
        }
    }

    private void readCondition(JsonScanner json) throws IOException {
        int type = JsonFieldNameTable.OTHER;
        boolean isTrue = false;
        var reason = "";
        var message = "";
        for (int field = json.nextField(CONDITION); field != JsonScanner.END; field = json.nextField(CONDITION)) {
            switch (field) {
                case 0 -> type = json.readChoice(TYPES);
                case 1 -> isTrue = json.readChoice(TRUE) == 0;
                case 2 -> reason = json.readText(strings);
                case 3 -> message = json.readText(strings);
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

    /**
     * The reason why a pod does not run, in the cluster's words.
     *
     * @param reason  one word, empty when it runs or ran to its end
     * @param message empty when the cluster says no more
     */
    record PodFailureReason(String reason, String message) {

        private static final PodFailureReason NONE = new PodFailureReason("", "");
        /** Of a long line the end tells what was wrong. */
        private static final int LONGEST = 300;

        static PodFailureReason of(DecodedPodFields pod) {
            if (pod.phase.equals("Succeeded")) {
                return NONE;
            }
            if (!pod.reason.isEmpty()) {
                return new PodFailureReason(pod.reason, pod.message);
            }
            if (pod.node.isEmpty() && pod.unscheduled) {
                return new PodFailureReason(pod.schedulingReason, pod.schedulingMessage);
            }
            var init = ofContainers(pod.initStates);
            var failureReason = init.isKnown() ? init : ofContainers(pod.states);
            return failureReason.isKnown() ? failureReason : ofWaiting(pod);
        }

        private boolean isKnown() {
            return !reason.isEmpty();
        }

        /** Returns the trouble of the first container that waits for more than its turn, or that failed. */
        private static PodFailureReason ofContainers(ReusableList<ContainerStatusDecoder> states) {
            for (int i = 0; i < states.size(); i++) {
                var state = states.get(i);
                boolean waits = state.waiting && !state.reason.isEmpty() && !state.isWaitingFor("PodInitializing")
                        && !state.isWaitingFor("ContainerCreating");
                if (waits || (state.terminated && (state.exitCode != 0 || state.signal != 0))) {
                    return new PodFailureReason(state.endReason(), waits ? lastEndText(state) : endText(state));
                }
            }
            return NONE;
        }

        /** Returns the message of a restarting container with the end before: it waits for its restart and says nothing else. */
        private static String lastEndText(ContainerStatusDecoder state) {
            if (state.lastReason.isEmpty()) {
                return state.message;
            }
            var text = state.lastReason.equals("OOMKilled") ? "" : lastLine(state.lastMessage);
            return ContainerExitNotation.withExit(state.message,
                    ContainerExitNotation.lastExitText(state.lastReason, state.lastExitCode, text));
        }

        private static String lastLine(String message) {
            var text = message.strip();
            var line = text.substring(text.lastIndexOf('\n') + 1).strip();
            return line.length() <= LONGEST ? line : "… " + line.substring(line.length() - LONGEST);
        }

        /** Returns the message with the exit code, which tells a killed container from one that failed, whatever the reason says. */
        private static String endText(ContainerStatusDecoder state) {
            if (state.exitCode == 0 || state.reason.isEmpty()) {
                return state.message;
            }
            return ContainerExitNotation.withExit(state.message, ContainerExitNotation.exitText(state.exitCode));
        }

        private static PodFailureReason ofWaiting(DecodedPodFields pod) {
            for (int i = 0; i < pod.states.size(); i++) {
                var state = pod.states.get(i);
                if (state.waiting && !state.reason.isEmpty()) {
                    return new PodFailureReason(state.reason, state.message);
                }
            }
            return NONE;
        }
    }
}
