package tessera.ui.inspect;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.inspect.InspectorVerdict.VerdictTone;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;

/** The section that a page begins with: the verdict, and the change that remedies it. FX thread. */
public final class InspectorVerdictPane {

    /** One that is advised, and the second-best. */
    private static final int OFFERED = 2;
    /** A first sentence that is shorter says too little alone. */
    private static final int HEADLINE = 40;

    private final String sentenceId;
    private final VBox section = InspectorPageElementFactory.section("");
    private InspectorVerdict displayedVerdict = InspectorVerdict.UNKNOWN;
    private List<String> displayedTitles = List.of();

    /** @param id of the section; that of its sentence begins with it */
    public InspectorVerdictPane(String id) {
        sentenceId = id + "-sentence";
        section.setId(id);
        clear();
    }

    /** Returns the section, which is not there while nothing is known. */
    public Node node() {
        return section;
    }

    /** Shows nothing. */
    public void clear() {
        displayedVerdict = InspectorVerdict.UNKNOWN;
        section.getChildren().clear();
        JavaFxNodeVisibility.setShown(section, false);
    }

    /**
     * Shows a verdict, and the changes that remedy it.
     *
     * @param offers the changes that remedy it, the best first; those that are not allowed are left out
     */
    public void show(InspectorVerdict verdict, List<OfferedChange> offers) {
        var allowed = offers.stream().filter(offer -> offer.reason().isEmpty()).limit(OFFERED).toList();
        var titles = allowed.stream().map(OfferedChange::title).toList();
        if (verdict.equals(displayedVerdict) && titles.equals(displayedTitles)) {
            return;
        }
        displayedVerdict = verdict;
        displayedTitles = titles;
        int end = headlineEnd(verdict.sentence());
        var parts = new ArrayList<Node>(List.of(headlineRow(verdict.sentence().substring(0, end), verdict.age())));
        if (end < verdict.sentence().length()) {
            parts.add(TextLabelFactory.wrapped(verdict.sentence().substring(end).strip(), "small"));
        }
        if (!verdict.facts().isEmpty()) {
            parts.add(TextLabelFactory.wrapped(verdict.facts(), "small"));
        }
        verdict.otherProblems().forEach(other -> parts.add(TextLabelFactory.wrapped(other, "small", "muted")));
        if (!allowed.isEmpty()) {
            parts.add(offerButtons(allowed));
        }
        section.getChildren().setAll(parts);
        for (var tone : VerdictTone.values()) {
            section.getStyleClass().remove(tone.styleClass());
        }
        section.getStyleClass().add(verdict.tone().styleClass());
        JavaFxNodeVisibility.setShown(section, !verdict.sentence().isEmpty());
    }

    /** Returns where the headline of a verdict of several sentences ends. */
    private static int headlineEnd(String text) {
        int stop = text.indexOf(". ", HEADLINE);
        return stop < 0 ? text.length() : stop + 1;
    }

    private HBox headlineRow(String text, String age) {
        var headline = TextLabelFactory.wrapped(text, "verdict");
        headline.setId(sentenceId);
        headline.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(headline, Priority.ALWAYS);
        var row = new HBox(12, headline);
        if (!age.isEmpty()) {
            row.getChildren().add(TextLabelFactory.whole(age, "small", "muted", "verdict-age"));
        }
        return row;
    }

    /** Returns a button for each change; the first is the one that is advised. */
    private static Node offerButtons(List<OfferedChange> offers) {
        var buttons = offers.stream().map(offer -> InputControlFactory.button(offer.title(), offer.begin())).toList();
        buttons.getFirst().getStyleClass().add("accent");
        var row = LayoutBoxFactory.withStyle(new FlowPane(8, 8), "verdict-offers");
        row.getChildren().addAll(buttons);
        return row;
    }
}
