package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.UsageFacts;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.inspect.InspectorState.InspectorFact;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;

/**
 * CPU and memory usage of a node or pod from the metrics API, or the reason why there is none. Read again
 * every minute while it is in sight. FX thread.
 */
final class UsageSection {

    private static final Duration PACE = Duration.ofMinutes(1);
    /** Metrics servers measure every minute at the least. */
    private static final Duration OLD = Duration.ofMinutes(5);

    private final AppServices desk;
    private final ObservableValue<Instant> now;
    private final VBox box = new VBox();
    private final AsyncQuery<UsageFacts> lookup = new AsyncQuery<>(this::showUsage, this::showProblem);
    private ObjectRef target = ObjectRef.node("");
    private Optional<UsageFacts> known = Optional.empty();
    private Optional<Problem> trouble = Optional.empty();
    private Instant asked = Instant.MIN;

    UsageSection(AppServices desk, ObservableValue<Instant> now) {
        this.desk = desk;
        this.now = now;
        box.setId("inspector-usage");
        now.addListener((time, before, current) -> onTick());
    }

    VBox node() {
        return box;
    }

    /** Stops showing anything. */
    void clear() {
        lookup.cancel();
        target = ObjectRef.node("");
        known = Optional.empty();
        trouble = Optional.empty();
        asked = Instant.MIN;
        box.getChildren().clear();
    }

    /** Stops reading, because the page of this object is out of sight. */
    void leave(ObjectRef object) {
        if (!object.equals(target)) {
            clear();
        }
    }

    /** Reads the usage of an object. */
    void read(ObjectRef object) {
        if (!object.equals(target)) {
            clear();
            target = object;
        }
        if (!object.name().isEmpty() && now.getValue().isAfter(asked.plus(PACE))) {
            asked = now.getValue();
            lookup.submit(() -> desk.clusterServices().usageOf(object));
        }
    }

    private void onTick() {
        if (box.getScene() != null && !target.name().isEmpty()) {
            read(target);
            render();
        }
    }

    private void showUsage(UsageFacts usage) {
        known = Optional.of(usage);
        trouble = Optional.empty();
        render();
    }

    private void render() {
        known.ifPresent(usage -> {
            boolean old = desk.snapshots().get().ageOf(usage.at(), now.getValue()).compareTo(OLD) > 0;
            var told = "Measured by the cluster’s metrics server %s ago, over %s".formatted(
                    AgeText.ageOf(usage.at(), desk.snapshots().get(), now.getValue()), AgeText.brief(usage.window()));
            box.getChildren().setAll(InspectorSections.section("In use", InspectorSections.factsGrid(List.of(
                    new InspectorFact("CPU", NumberText.coresWithUnit(Math.round(usage.cores() * 1000))),
                    new InspectorFact("Memory", NumberText.bytes(usage.memory())))),
                    SelectableText.wrapped(told, "caption", old ? "warn-text" : "muted")));
        });
        trouble.ifPresent(problem -> box.getChildren()
                .setAll(InspectorSections.section("In use",
                        SelectableText.wrapped(problemText(problem), "caption", "muted"))));
    }

    private void showProblem(Problem problem) {
        known = Optional.empty();
        trouble = Optional.of(problem);
        render();
    }

    private String problemText(Problem problem) {
        var pod = target.kind().equals("Pod") ? desk.snapshots().get().findPod(target.namespace(), target.name())
                : Optional.<PodFacts>empty();
        if (pod.filter(facts -> facts.phase().isTerminal()).isPresent()) {
            return "Nothing: it has ended.";
        }
        if (problem.kind() == ProblemKind.NOT_FOUND && pod.filter(PodFacts::waitsForNode).isPresent()) {
            return "Nothing: it does not run yet.";
        }
        return "CPU and memory in use are not known. " + (problem.kind() == ProblemKind.NOT_FOUND
                ? "The cluster serves no metrics of nodes and pods (metrics.k8s.io), or none of this one yet."
                : problem.problemText());
    }
}
