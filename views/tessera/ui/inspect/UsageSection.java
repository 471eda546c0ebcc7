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
 * What a node or a pod uses of processors and memory, where the cluster serves that; where it does not, why. Read again
 * every minute while it is in sight. FX thread.
 */
final class UsageSection {

    private static final Duration PACE = Duration.ofMinutes(1);
    /** Metrics servers measure every minute at the least. */
    private static final Duration OLD = Duration.ofMinutes(5);

    private final AppServices desk;
    private final ObservableValue<Instant> now;
    private final VBox box = new VBox();
    private final AsyncQuery<UsageFacts> lookup = new AsyncQuery<>(this::found, this::failed);
    private ObjectRef target = ObjectRef.node("");
    private Optional<UsageFacts> known = Optional.empty();
    private Optional<Problem> trouble = Optional.empty();
    private Instant asked = Instant.MIN;

    UsageSection(AppServices desk, ObservableValue<Instant> now) {
        this.desk = desk;
        this.now = now;
        box.setId("inspector-usage");
        now.addListener((time, before, current) -> tick());
    }

    VBox node() {
        return box;
    }

    /** Looks at nothing any more. */
    void clear() {
        lookup.cancel();
        target = ObjectRef.node("");
        known = Optional.empty();
        trouble = Optional.empty();
        asked = Instant.MIN;
        box.getChildren().clear();
    }

    /** Has the page of this object out of sight: nothing is read any more of another that was looked at before. */
    void leave(ObjectRef object) {
        if (!object.equals(target)) {
            clear();
        }
    }

    /** Reads what an object uses. */
    void read(ObjectRef object) {
        if (!object.equals(target)) {
            clear();
            target = object;
        }
        if (!object.name().isEmpty() && now.getValue().isAfter(asked.plus(PACE))) {
            asked = now.getValue();
            lookup.ask(() -> desk.reached().usage(object));
        }
    }

    private void tick() {
        if (box.getScene() != null && !target.name().isEmpty()) {
            read(target);
            show();
        }
    }

    private void found(UsageFacts usage) {
        known = Optional.of(usage);
        trouble = Optional.empty();
        show();
    }

    private void show() {
        known.ifPresent(usage -> {
            boolean old = desk.snapshots().get().age(usage.at(), now.getValue()).compareTo(OLD) > 0;
            var told = "Measured by the cluster’s metrics server %s ago, over %s".formatted(
                    AgeText.since(usage.at(), desk.snapshots().get(), now.getValue()), AgeText.brief(usage.window()));
            box.getChildren().setAll(InspectorSections.section("In use", InspectorSections.facts(List.of(
                    new InspectorFact("CPU", NumberText.wordedCores(Math.round(usage.cores() * 1000))),
                    new InspectorFact("Memory", NumberText.bytes(usage.memory())))),
                    SelectableText.wrapped(told, "caption", old ? "warn-text" : "muted")));
        });
        trouble.ifPresent(why -> box.getChildren()
                .setAll(InspectorSections.section("In use", SelectableText.wrapped(words(why), "caption", "muted"))));
    }

    private void failed(Problem why) {
        known = Optional.empty();
        trouble = Optional.of(why);
        show();
    }

    private String words(Problem why) {
        var pod = target.kind().equals("Pod") ? desk.snapshots().get().pod(target.namespace(), target.name())
                : Optional.<PodFacts>empty();
        if (pod.filter(facts -> facts.phase().terminal()).isPresent()) {
            return "Nothing: it has ended.";
        }
        if (why.kind() == ProblemKind.NOT_FOUND && pod.filter(PodFacts::waitsForNode).isPresent()) {
            return "Nothing: it does not run yet.";
        }
        return "CPU and memory in use are not known. " + (why.kind() == ProblemKind.NOT_FOUND
                ? "The cluster serves no metrics of nodes and pods (metrics.k8s.io), or none of this one yet."
                : why.sentence());
    }
}
