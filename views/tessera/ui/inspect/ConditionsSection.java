package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.model.Condition;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.ObjectState;
import tessera.scheduling.SuspensionRules;
import tessera.scheduling.SuspensionRules.Course;
import tessera.ui.AppServices;
import tessera.ui.change.PodChanges;
import tessera.ui.inspect.InspectorState.ConditionLine;
import tessera.ui.inspect.ReadPart.PartContent;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/**
 * What its controller says of work, of whatever kind; read again while it, or a pod that it made, is looked at. FX thread.
 */
final class ConditionsSection {

    private static final Duration PACE = Duration.ofSeconds(10);
    /** What is well while it is so, whichever kind says it. */
    private static final Set<String> GOOD = Set.of("Ready", "Available", "Progressing", "Running", "Succeeded",
            "Complete", "SuccessCriteriaMet", "Admitted", "QuotaReserved", "Finished");
    /** What is not well while it is so. */
    private static final Set<String> BAD = Set.of("Failed", "FailureTarget", "ReplicaFailure", "Suspended", "Evicted",
            "Restarting", "Degraded", "Stalled");

    private final AppServices desk;
    private final ObservableValue<Instant> now;
    private final ReadPart<ObjectState> part;
    private Optional<Course> course = Optional.empty();
    private boolean told;

    ConditionsSection(AppServices desk, ObservableValue<Instant> now) {
        this.desk = desk;
        this.now = now;
        part = new ReadPart<>(desk, now, PACE, new PartContent<>(
                object -> ObjectState.of(object, desk.reached().objects()), this::shown, this::excuse));
        part.node().setId("inspector-conditions");
    }

    VBox node() {
        return part.node();
    }

    /** Looks at nothing any more. */
    void clear() {
        course = Optional.empty();
        part.clear();
    }

    /** What work does; empty where that is not known, as of what is not looked at. */
    Optional<Course> course(ObjectRef work) {
        return course.filter(_ -> part.target().place().equals(work.place())
                && part.target().kind().equals(work.kind()) && part.target().group().equals(work.group()));
    }

    /** Reads them from now on; of nodes they are known, and of a pod its state says as much: only what its maker does is read. */
    void look(ObjectRef object) {
        boolean pod = object.kind().equals("Pod");
        if (told == pod) {
            // Work and a pod of it have one target: what was drawn for the one is not for the other.
            part.node().getChildren().clear();
        }
        told = !pod;
        var work = told ? object : maker(object).orElse(object);
        if (!work.equals(part.target())) {
            course = Optional.empty();
        }
        part.look(work, !work.kind().equals("Node") && !work.kind().equals("Pod"));
    }

    private Optional<ObjectRef> maker(ObjectRef pod) {
        return desk.snapshots().get().pod(pod.namespace(), pod.name()).map(PodChanges::maker)
                .filter(maker -> SuspensionRules.of(maker.apiVersion(), maker.kind()).isPresent())
                .flatMap(maker -> WorkloadKind.object(pod.namespace(), maker));
    }

    private Optional<Node> shown(ObjectState state) {
        course = state.course();
        if (!told) {
            return Optional.empty();
        }
        var parts = new ArrayList<Node>();
        if (course.equals(Optional.of(Course.SUSPENDED))
                && state.conditions().stream().noneMatch(ConditionsSection::saysSuspended)) {
            parts.add(SelectableText.wrapped("It is suspended, and starts nothing until it is resumed.", "small"));
        }
        if (!state.conditions().isEmpty()) {
            parts.add(InspectorSections.conditions(state.conditions().stream().map(this::line).toList()));
        }
        return parts.isEmpty() ? Optional.empty()
                : Optional.of(InspectorSections.section("Conditions", parts.toArray(Node[]::new)));
    }

    private static boolean saysSuspended(Condition condition) {
        return condition.type().equals("Suspended") && condition.isTrue();
    }

    private Optional<Node> excuse(Problem why) {
        return !told ? Optional.empty()
                : Optional.of(InspectorSections.section("Conditions",
                        SelectableText.wrapped("What its controller says of it is not known: " + why.sentence(),
                                "caption",
                                "muted")));
    }

    private ConditionLine line(Condition condition) {
        return new ConditionLine(sign(condition), condition.type(), condition.status(),
                AgeText.since(condition.since(), desk.snapshots().get(), now.getValue()), condition.message());
    }

    /** Of what is not among the usual ones nobody can say here whether it is well. */
    private static StatusGlyph sign(Condition condition) {
        if (condition.status().equals("Unknown")) {
            return StatusGlyph.UNREACHABLE;
        }
        boolean so = condition.isTrue();
        if (GOOD.contains(condition.type())) {
            return so ? StatusGlyph.READY
                    : condition.type().equals("Ready") || condition.type().equals("Available")
                            ? StatusGlyph.WARNING
                            : StatusGlyph.NONE;
        }
        return !BAD.contains(condition.type()) ? StatusGlyph.INFO : so ? StatusGlyph.WARNING : StatusGlyph.NONE;
    }
}
