package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import javafx.beans.value.ObservableValue;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.model.PodDetails;
import tessera.model.PodDetails.ContainerDetails;
import tessera.model.PodDetails.PodSetting;
import tessera.model.Problem;
import tessera.text.MessageCatalog;
import tessera.ui.OpenClusterSource;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;
import tessera.ui.inspect.InspectorState.InspectorNameValue;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.DrawnRowLimit;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.TextLabelFactory;

/** The inspector's page on a pod's spec: containers, volumes, and scheduling terms. FX thread. */
final class InspectorPodSpecPage {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorPodSpecPage.class);
    private static final Duration PACE = Duration.ofSeconds(5);

    private final OpenClusterSource services;
    private final ObservableValue<Instant> now;
    private final VBox page = new VBox();
    private final PollingQuery<PodDetails> reading;
    private volatile ObjectRef target = ObjectRef.pod("", "");

    InspectorPodSpecPage(OpenClusterSource services, ObservableValue<Instant> now) {
        this.services = services;
        this.now = now;
        page.setId("inspector-spec");
        reading = new PollingQuery<>(services, now, PACE, new PollingQueryCallbacks<>(
                () -> services.clusterServices().podSpecOf(target), this::showSpec, this::showProblem, () -> {}));
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
            page.getChildren().setAll(
                    InspectorPageElementFactory.section("", TextLabelFactory.label(MESSAGES.text("reading"), "muted")));
        }
        reading.setWatched(chosen);
    }

    private void showProblem(Problem problem) {
        var again = InputControlFactory.button(MESSAGES.text("retry"), () -> reading.refresh());
        page.getChildren().setAll(InspectorPageElementFactory.problemSection(problem, again));
    }

    private void showSpec(PodDetails spec) {
        page.getChildren().clear();
        var sections = DrawnRowLimit.shownSections(spec.containers().stream().map(this::containerFacts).toList());
        for (int i = 0; i < sections.size(); i++) {
            var container = spec.containers().get(i);
            page.getChildren()
                    .add(InspectorPageElementFactory.section(
                            container.name() + (container.kind().isEmpty() ? "" : " · " + container.kind()),
                            InspectorPageElementFactory.factsGrid(sections.get(i))));
        }
        DrawnRowLimit.addRemainder(spec.containers().size() - sections.size(), "", page.getChildren()::add);
        if (!spec.volumes().isEmpty()) {
            page.getChildren().add(InspectorPageElementFactory.section(MESSAGES.text("spec.volumes"),
                    InspectorPageElementFactory.factsGrid(entryFacts(spec.volumes()))));
        }
        page.getChildren().add(InspectorPageElementFactory.section(MESSAGES.text("spec.placement"),
                InspectorPageElementFactory.factsGrid(termFacts(spec.placement()))));
    }

    private List<InspectorNameValue> containerFacts(ContainerDetails container) {
        var facts = new ArrayList<InspectorNameValue>();
        facts.add(new InspectorNameValue(MESSAGES.text("spec.state"), stateText(container)));
        if (!container.last().isEmpty()) {
            facts.add(new InspectorNameValue(MESSAGES.text("spec.previous"),
                    MESSAGES.text("spec.ended", container.last())));
        }
        facts.add(new InspectorNameValue(MESSAGES.text("spec.image"), container.image()));
        var names = new TreeSet<>(container.requests().keySet());
        names.addAll(container.limits().keySet());
        for (var name : names) {
            var asked = amountText(container.requests(), name, MESSAGES.text("spec.nothing"));
            var limit = amountText(container.limits(), name, "");
            facts.add(new InspectorNameValue(InspectorStateBuilder.resourceTitle(name), valueText(limit, asked)));
        }
        facts.addAll(termFacts(container.settings()));
        return facts;
    }

    private static String valueText(String limit, String asked) {
        if (limit.isEmpty()) {
            return MESSAGES.text("spec.noLimit", asked);
        }
        if (asked.equals(limit)) {
            return asked;
        }
        return MESSAGES.text("spec.limit", asked, limit);
    }

    private static String amountText(Map<String, String> amounts, String name, String otherwise) {
        var written = amounts.get(name);
        return written == null ? otherwise : InspectorStateBuilder.amountText(name, written);
    }

    private String stateText(ContainerDetails container) {
        var since = container.since();
        var age = since == null || !container.running() ? ""
                : AgeFormatter.ageOf(since, services.snapshots().get(), now.getValue());
        return MESSAGES.text("spec.stateOf", container.state(), age, container.running() && !container.ready(),
                container.restarts());
    }

    private static List<InspectorNameValue> termFacts(List<PodSetting> terms) {
        return terms.stream().map(term -> new InspectorNameValue(term.name(), term.value())).toList();
    }

    private static List<InspectorNameValue> entryFacts(Map<String, String> entries) {
        return entries.entrySet().stream().map(entry -> new InspectorNameValue(entry.getKey(), entry.getValue()))
                .toList();
    }
}
