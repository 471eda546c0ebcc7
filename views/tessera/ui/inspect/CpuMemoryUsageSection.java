package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.layout.VBox;
import tessera.model.MetricsServerUsage;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.inspect.InspectorState.InspectorNameValue;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.TextLabelFactory;

/**
 * CPU and memory usage of a node or pod from the metrics API, or the reason why there is none. Read again
 * every minute while it is in sight. FX thread.
 */
final class CpuMemoryUsageSection {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CpuMemoryUsageSection.class);
    private static final Duration PACE = Duration.ofMinutes(1);
    /** Metrics servers measure every minute at the least. */
    private static final Duration OLD = Duration.ofMinutes(5);

    private final OpenClusterSource services;
    private final ObservableValue<Instant> now;
    private final VBox box = new VBox();
    private final BackgroundQuery<MetricsServerUsage> backgroundQuery = new BackgroundQuery<>(this::showUsage,
            this::showProblem);
    private ObjectRef target = ObjectRef.node("");
    private Optional<MetricsServerUsage> lastUsage = Optional.empty();
    private Optional<Problem> lastProblem = Optional.empty();
    private Instant requestedAt = Instant.MIN;

    CpuMemoryUsageSection(OpenClusterSource services, ObservableValue<Instant> now) {
        this.services = services;
        this.now = now;
        box.setId("inspector-usage");
        now.addListener((time, before, current) -> onTick());
    }

    VBox node() {
        return box;
    }

    /** Stops showing anything. */
    void clear() {
        backgroundQuery.cancel();
        target = ObjectRef.node("");
        lastUsage = Optional.empty();
        lastProblem = Optional.empty();
        requestedAt = Instant.MIN;
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
        if (!object.name().isEmpty() && now.getValue().isAfter(requestedAt.plus(PACE))) {
            requestedAt = now.getValue();
            backgroundQuery.submit(() -> services.clusterServices().usageOf(object));
        }
    }

    private void onTick() {
        if (box.getScene() != null && !target.name().isEmpty()) {
            read(target);
            render();
        }
    }

    private void showUsage(MetricsServerUsage usage) {
        lastUsage = Optional.of(usage);
        lastProblem = Optional.empty();
        render();
    }

    private void render() {
        lastUsage.ifPresent(usage -> {
            boolean old = services.snapshots().get().ageOf(usage.at(), now.getValue()).compareTo(OLD) > 0;
            var told = MESSAGES.text("use.measured",
                    AgeFormatter.ageOf(usage.at(), services.snapshots().get(), now.getValue()),
                    AgeFormatter.brief(usage.window()));
            box.getChildren()
                    .setAll(InspectorPageElementFactory
                            .section(MESSAGES.text("use.title"),
                                    InspectorPageElementFactory.factsGrid(List.of(
                                            new InspectorNameValue(MESSAGES.text("use.cpu"),
                                                    GroupedNumberFormatter
                                                            .coresWithUnit(Math.round(usage.cores() * 1000))),
                                            new InspectorNameValue(MESSAGES.text("use.memory"),
                                                    GroupedNumberFormatter.bytes(usage.memory())))),
                                    TextLabelFactory.wrapped(told, "caption", old ? "warn-text" : "muted")));
        });
        lastProblem.ifPresent(
                problem -> box.getChildren().setAll(InspectorPageElementFactory.section(MESSAGES.text("use.title"),
                        TextLabelFactory.wrapped(problemText(problem), "caption", "muted"))));
    }

    private void showProblem(Problem problem) {
        lastUsage = Optional.empty();
        lastProblem = Optional.of(problem);
        render();
    }

    private String problemText(Problem problem) {
        var pod = target.kind().equals("Pod") ? services.snapshots().get().findPod(target.namespace(), target.name())
                : Optional.<PodSummary>empty();
        if (pod.filter(podSummary -> podSummary.phase().isTerminal()).isPresent()) {
            return MESSAGES.text("use.ended");
        }
        if (problem.kind() == OperationProblemKind.NOT_FOUND && pod.filter(PodSummary::waitsForNode).isPresent()) {
            return MESSAGES.text("use.notRunning");
        }
        return MESSAGES.text("use.unknown",
                problem.kind() == OperationProblemKind.NOT_FOUND ? MESSAGES.text("use.noMetrics")
                        : problem.problemText());
    }
}
