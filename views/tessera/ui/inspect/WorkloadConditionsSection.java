package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.StatusCondition;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.ObjectStatusConditions;
import tessera.scheduling.WorkloadSuspensionFields;
import tessera.scheduling.WorkloadSuspensionFields.WorkloadRunState;
import tessera.text.MessageCatalog;
import tessera.ui.OpenClusterSource;
import tessera.ui.change.PodChangeActions;
import tessera.ui.inspect.InspectorState.ConditionLine;
import tessera.ui.inspect.PolledInspectorSection.SectionSourceAndRendering;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/**
 * Status conditions of a workload; read repeatedly while it, or a pod of it, is shown. FX thread.
 */
final class WorkloadConditionsSection {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadConditionsSection.class);
    private static final Duration PACE = Duration.ofSeconds(10);
    /** What is well while it is so, whichever kind says it. */
    private static final Set<String> GOOD = Set.of("Ready", "Available", "Progressing", "Running", "Succeeded",
            "Complete", "SuccessCriteriaMet", "Admitted", "QuotaReserved", "Finished");
    /** What is not well while it is so. */
    private static final Set<String> BAD = Set.of("Failed", "FailureTarget", "ReplicaFailure", "Suspended", "Evicted",
            "Restarting", "Degraded", "Stalled");

    private final OpenClusterSource services;
    private final ObservableValue<Instant> now;
    private final PolledInspectorSection<ObjectStatusConditions> part;
    private Optional<WorkloadRunState> runState = Optional.empty();
    private boolean workload;

    WorkloadConditionsSection(OpenClusterSource services, ObservableValue<Instant> now) {
        this.services = services;
        this.now = now;
        part = new PolledInspectorSection<>(services, now, PACE,
                new SectionSourceAndRendering<>(
                        object -> ObjectStatusConditions.read(object, services.clusterServices().objectSource()),
                        this::conditionsSection, this::unknownSection));
        part.node().setId("inspector-conditions");
    }

    VBox node() {
        return part.node();
    }

    /** Stops showing anything. */
    void clear() {
        runState = Optional.empty();
        part.clear();
    }

    /** Returns whether a workload runs or is suspended; empty where that is unknown or the workload is not shown. */
    Optional<WorkloadRunState> courseOf(ObjectRef workloadRef) {
        return runState.filter(_ -> part.target().qualifiedName().equals(workloadRef.qualifiedName())
                && part.target().kind().equals(workloadRef.kind())
                && part.target().group().equals(workloadRef.group()));
    }

    /** Reads the conditions of a workload repeatedly; for a pod, only the state of its owner is read. */
    void look(ObjectRef object) {
        boolean pod = object.kind().equals("Pod");
        if (workload == pod) {
            // Work and a pod of it have one target: what was drawn for the one is not for the other.
            part.node().getChildren().clear();
        }
        workload = !pod;
        var workloadRef = workload ? object : findOwner(object).orElse(object);
        if (!workloadRef.equals(part.target())) {
            runState = Optional.empty();
        }
        part.look(workloadRef, !workloadRef.kind().equals("Node") && !workloadRef.kind().equals("Pod"));
    }

    private Optional<ObjectRef> findOwner(ObjectRef pod) {
        return services.snapshots().get().findPod(pod.namespace(), pod.name()).map(PodChangeActions::changeableOwner)
                .filter(owner -> WorkloadSuspensionFields.findRule(owner.apiVersion(), owner.kind()).isPresent())
                .flatMap(owner -> WorkloadKind.ownerRef(pod.namespace(), owner));
    }

    private Optional<Node> conditionsSection(ObjectStatusConditions state) {
        runState = state.runState();
        if (!workload) {
            return Optional.empty();
        }
        var parts = new ArrayList<Node>();
        if (runState.equals(Optional.of(WorkloadRunState.SUSPENDED))
                && state.conditions().stream().noneMatch(WorkloadConditionsSection::saysSuspended)) {
            parts.add(TextLabelFactory.wrapped(MESSAGES.text("conditions.suspended"), "small"));
        }
        if (!state.conditions().isEmpty()) {
            parts.add(InspectorPageElementFactory
                    .conditionsGrid(state.conditions().stream().map(this::conditionLine).toList()));
        }
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                InspectorPageElementFactory.section(MESSAGES.text("overview.conditions"), parts.toArray(Node[]::new)));
    }

    private static boolean saysSuspended(StatusCondition statusCondition) {
        return statusCondition.type().equals("Suspended") && statusCondition.isTrue();
    }

    private Optional<Node> unknownSection(Problem problem) {
        if (!workload) {
            return Optional.empty();
        }
        return Optional.of(InspectorPageElementFactory.section(MESSAGES.text("overview.conditions"), TextLabelFactory
                .wrapped(MESSAGES.text("conditions.unknown", problem.problemText()), "caption", "muted")));
    }

    private ConditionLine conditionLine(StatusCondition statusCondition) {
        return new ConditionLine(conditionSign(statusCondition), statusCondition.type(), statusCondition.status(),
                AgeFormatter.ageOf(statusCondition.since(), services.snapshots().get(), now.getValue()),
                statusCondition.message());
    }

    /** Returns the sign of a condition; of an unknown type nobody can say whether it is healthy. */
    private static StatusGlyph conditionSign(StatusCondition statusCondition) {
        if (statusCondition.status().equals("Unknown")) {
            return StatusGlyph.UNREACHABLE;
        }
        boolean so = statusCondition.isTrue();
        if (GOOD.contains(statusCondition.type())) {
            if (so) {
                return StatusGlyph.READY;
            }
            if (statusCondition.type().equals("Ready") || statusCondition.type().equals("Available")) {
                return StatusGlyph.WARNING;
            }
            return StatusGlyph.NONE;
        }
        if (!BAD.contains(statusCondition.type())) {
            return StatusGlyph.INFO;
        }
        if (so) {
            return StatusGlyph.WARNING;
        }
        return StatusGlyph.NONE;
    }
}
