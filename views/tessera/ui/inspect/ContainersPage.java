package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.model.PodSpecFacts;
import tessera.model.PodSpecFacts.ContainerFacts;
import tessera.model.PodSpecFacts.SpecTerm;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingReader;
import tessera.ui.inspect.InspectorState.InspectorFact;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;

/** The inspector's page on a pod's spec: containers, volumes, and scheduling terms. FX thread. */
final class ContainersPage {

    private static final Duration PACE = Duration.ofSeconds(5);

    private final AppServices desk;
    private final ObservableValue<Instant> now;
    private final VBox page = new VBox();
    private final PollingQuery<PodSpecFacts> reading;
    private volatile ObjectRef target = ObjectRef.pod("", "");

    ContainersPage(AppServices desk, ObservableValue<Instant> now) {
        this.desk = desk;
        this.now = now;
        page.setId("inspector-spec");
        reading = new PollingQuery<>(desk, now, PACE,
                new PollingReader<>(() -> desk.clusterServices().podSpecOf(target), this::showSpec, this::showProblem,
                        () -> {}));
    }

    VBox node() {
        return page;
    }

    void clear() {
        reading.setWatched(false);
        page.getChildren().clear();
    }

    /** Reads the spec repeatedly while the page is in sight. */
    void look(ObjectRef pod, boolean chosen) {
        if (chosen && (!pod.equals(target) || page.getChildren().isEmpty())) {
            target = pod;
            page.getChildren().setAll(InspectorSections.section("", SelectableText.label("Reading…", "muted")));
        }
        reading.setWatched(chosen);
    }

    private void showProblem(Problem problem) {
        var again = new Button("Try again");
        again.setOnAction(event -> reading.refresh());
        page.getChildren().setAll(InspectorSections.problemSection(problem, again));
    }

    private void showSpec(PodSpecFacts spec) {
        page.getChildren().clear();
        for (var container : spec.containers()) {
            page.getChildren().add(InspectorSections.section(
                    container.name() + (container.kind().isEmpty() ? "" : " · " + container.kind()),
                    InspectorSections.factsGrid(containerFacts(container))));
        }
        if (!spec.volumes().isEmpty()) {
            page.getChildren()
                    .add(InspectorSections.section("Volumes", InspectorSections.factsGrid(entryFacts(spec.volumes()))));
        }
        page.getChildren()
                .add(InspectorSections.section("Placement", InspectorSections.factsGrid(termFacts(spec.placement()))));
    }

    private List<InspectorFact> containerFacts(ContainerFacts container) {
        var facts = new ArrayList<InspectorFact>();
        facts.add(new InspectorFact("State", stateText(container)));
        if (!container.last().isEmpty()) {
            facts.add(new InspectorFact("Before that", "ended " + container.last()));
        }
        facts.add(new InspectorFact("Image", container.image()));
        var names = new TreeSet<>(container.requests().keySet());
        names.addAll(container.limits().keySet());
        for (var name : names) {
            var asked = amountText(container.requests(), name, "nothing");
            var limit = amountText(container.limits(), name, "");
            facts.add(new InspectorFact(InspectorProjection.resourceTitle(name), limit.isEmpty() ? asked + ", no limit"
                    : asked.equals(limit) ? asked : asked + ", at most " + limit));
        }
        facts.addAll(termFacts(container.terms()));
        return facts;
    }

    private static String amountText(Map<String, String> amounts, String name, String otherwise) {
        var written = amounts.get(name);
        return written == null ? otherwise : InspectorProjection.amountText(name, written);
    }

    private String stateText(ContainerFacts container) {
        var since = container.since();
        var age = since == null ? "" : " for " + AgeText.ageOf(since, desk.snapshots().get(), now.getValue());
        return container.state() + (container.state().equals("running") ? age : "")
                + (container.state().equals("running") && !container.ready() ? ", not ready" : "")
                + (container.restarts() > 0 ? ", " + NumberText.withNoun(container.restarts(), "restart") : "");
    }

    private static List<InspectorFact> termFacts(List<SpecTerm> terms) {
        return terms.stream().map(term -> new InspectorFact(term.name(), term.value())).toList();
    }

    private static List<InspectorFact> entryFacts(Map<String, String> entries) {
        return entries.entrySet().stream().map(entry -> new InspectorFact(entry.getKey(), entry.getValue())).toList();
    }
}
