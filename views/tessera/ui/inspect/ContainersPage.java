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

/** The inspector's page with what a pod was made to be: its containers, volumes, and what decides where it goes. FX thread. */
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
                new PollingReader<>(() -> desk.reached().podSpec(target), this::show, this::excuse, () -> {}));
    }

    VBox node() {
        return page;
    }

    void clear() {
        reading.watch(false);
        page.getChildren().clear();
    }

    /** Reads it again and again while the page is in sight. */
    void look(ObjectRef pod, boolean chosen) {
        if (chosen && (!pod.equals(target) || page.getChildren().isEmpty())) {
            target = pod;
            page.getChildren().setAll(InspectorSections.section("", SelectableText.label("Reading…", "muted")));
        }
        reading.watch(chosen);
    }

    private void excuse(Problem why) {
        var again = new Button("Try again");
        again.setOnAction(event -> reading.again());
        page.getChildren().setAll(InspectorSections.trouble(why, again));
    }

    private void show(PodSpecFacts spec) {
        page.getChildren().clear();
        for (var container : spec.containers()) {
            page.getChildren().add(InspectorSections.section(
                    container.name() + (container.kind().isEmpty() ? "" : " · " + container.kind()),
                    InspectorSections.facts(facts(container))));
        }
        if (!spec.volumes().isEmpty()) {
            page.getChildren()
                    .add(InspectorSections.section("Volumes", InspectorSections.facts(facts(spec.volumes()))));
        }
        page.getChildren()
                .add(InspectorSections.section("Placement", InspectorSections.facts(terms(spec.placement()))));
    }

    private List<InspectorFact> facts(ContainerFacts container) {
        var facts = new ArrayList<InspectorFact>();
        facts.add(new InspectorFact("State", state(container)));
        if (!container.last().isEmpty()) {
            facts.add(new InspectorFact("Before that", "ended " + container.last()));
        }
        facts.add(new InspectorFact("Image", container.image()));
        var names = new TreeSet<>(container.requests().keySet());
        names.addAll(container.limits().keySet());
        for (var name : names) {
            var asked = amount(container.requests(), name, "nothing");
            var limit = amount(container.limits(), name, "");
            facts.add(new InspectorFact(InspectorProjection.named(name), limit.isEmpty() ? asked + ", no limit"
                    : asked.equals(limit) ? asked : asked + ", at most " + limit));
        }
        facts.addAll(terms(container.terms()));
        return facts;
    }

    private static String amount(Map<String, String> amounts, String name, String otherwise) {
        var written = amounts.get(name);
        return written == null ? otherwise : InspectorProjection.written(name, written);
    }

    private String state(ContainerFacts container) {
        var since = container.since();
        var age = since == null ? "" : " for " + AgeText.since(since, desk.snapshots().get(), now.getValue());
        return container.state() + (container.state().equals("running") ? age : "")
                + (container.state().equals("running") && !container.ready() ? ", not ready" : "")
                + (container.restarts() > 0 ? ", " + NumberText.of(container.restarts(), "restart") : "");
    }

    private static List<InspectorFact> terms(List<SpecTerm> terms) {
        return terms.stream().map(term -> new InspectorFact(term.name(), term.value())).toList();
    }

    private static List<InspectorFact> facts(Map<String, String> entries) {
        return entries.entrySet().stream().map(entry -> new InspectorFact(entry.getKey(), entry.getValue())).toList();
    }
}
