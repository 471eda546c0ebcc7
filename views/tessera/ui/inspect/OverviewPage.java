package tessera.ui.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.scene.Node;
import tessera.ui.kit.Texts;

/** Prints what an object is and how it stands. */
final class OverviewPage {

    private OverviewPage() {}

    /** @param cut called with the number of a GPU whose layout is to be seen */
    static List<Node> of(InspectorState state, IntConsumer cut) {
        var sections = new ArrayList<Node>();
        if (!state.verdict().isEmpty()) {
            sections.add(Sections.section("", Texts.wrapped(state.verdict(), "verdict")));
        }
        if (!state.facts().isEmpty()) {
            sections.add(Sections.section("", Sections.facts(state.facts())));
        }
        if (!state.gpus().devices().isEmpty() || !state.gpus().silence().isEmpty()) {
            sections.add(GpuTable.of(state.gpus(), cut));
        }
        if (!state.uses().isEmpty()) {
            sections.add(Sections.section("Held of what is allocatable", Sections.uses(state.uses())));
        }
        if (!state.conditions().isEmpty()) {
            sections.add(Sections.section("Conditions", Sections.conditions(state.conditions())));
        }
        if (!state.words().isEmpty()) {
            sections.add(Sections.section("In the cluster’s own words",
                    Texts.wrapped(state.words(), "mono", "words")));
        }
        return sections;
    }
}
