package tessera.ui.inspect;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.alerts.AlertRules;
import tessera.model.ObjectRef;
import tessera.scheduling.SuspensionRules.Course;
import tessera.ui.AppServices;
import tessera.ui.kit.SelectableText;

/** Prints what an object is and how it stands. */
final class OverviewPage {

    private final VBox page = new VBox();
    private final Consumer<ObjectRef> open;
    private final UsageSection usage;
    private final MakersSection makers;
    private final ConditionsSection conditions;

    private final Supplier<AlertRules> rules;

    /** @param open called with another object that is to be looked at */
    OverviewPage(AppServices desk, ObservableValue<Instant> now, Consumer<ObjectRef> open) {
        this.open = open;
        rules = desk::rules;
        usage = new UsageSection(desk, now);
        makers = new MakersSection(desk, now, open);
        conditions = new ConditionsSection(desk, now);
    }

    VBox node() {
        return page;
    }

    /** Reads what an object uses and who made it, while this page is in sight, and what is said of it whichever is. */
    void look(ObjectRef object, boolean chosen) {
        makers.look(object, chosen);
        conditions.look(object);
        if (chosen && measured(object)) {
            usage.read(object);
        } else {
            usage.leave(object);
        }
    }

    private static boolean measured(ObjectRef object) {
        return object.kind().equals("Node") || object.kind().equals("Pod");
    }

    /** What work that is looked at does; empty where that is not known. */
    Optional<Course> course(ObjectRef work) {
        return conditions.course(work);
    }

    void clear() {
        page.getChildren().clear();
        usage.clear();
        makers.clear();
        conditions.clear();
    }

    /** @param cut called with the number of a GPU whose layout is to be seen */
    void show(InspectorState state, IntConsumer cut) {
        var sections = of(state, cut);
        if (!state.target().kind().equals("Node")) {
            int at = Math.min(sections.size(), state.verdict().isEmpty() ? 1 : 2);
            sections.addAll(at, List.of(makers.node(), conditions.node()));
        }
        if (state.present() && measured(state.target())) {
            // Below what the cluster has handed out.
            sections.add(state.conditions().isEmpty() ? sections.size() : sections.size() - 1, usage.node());
        }
        page.getChildren().setAll(sections);
    }

    private List<Node> of(InspectorState state, IntConsumer cut) {
        var sections = new ArrayList<Node>();
        if (!state.verdict().isEmpty()) {
            sections.add(InspectorSections.section("", SelectableText.wrapped(state.verdict(), "verdict")));
        }
        if (!state.facts().isEmpty()) {
            sections.add(InspectorSections.section("", InspectorSections.facts(state.facts(), open)));
        }
        if (!state.requests().isEmpty()) {
            sections.add(InspectorSections.section("Requests", InspectorSections.facts(state.requests())));
        }
        if (!state.gpus().devices().isEmpty() || !state.gpus().silence().isEmpty()) {
            sections.add(GpuTable.of(state.gpus(), rules.get(), cut));
        }
        if (!state.uses().isEmpty()) {
            sections.add(
                    InspectorSections.section("Held of what is allocatable", InspectorSections.uses(state.uses())));
        }
        if (!state.conditions().isEmpty()) {
            sections.add(InspectorSections.section("Conditions", InspectorSections.conditions(state.conditions())));
        }
        if (!state.words().isEmpty()) {
            sections.add(InspectorSections.section("In the cluster’s own words",
                    SelectableText.wrapped(state.words(), "mono", "words")));
        }
        return sections;
    }
}
