package tessera.ui.inspect;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.scheduling.PodRemedy;
import tessera.scheduling.RemedySuggestion;
import tessera.ui.change.NodeChanges.ChangeOffer;
import tessera.ui.change.OfferButtons;
import tessera.ui.kit.CommandRow;
import tessera.ui.kit.LastRow;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** What would help a pod that waits, or with what another left behind, and the changes that do it. FX thread. */
public final class PodHelp {

    /** A longer title than this leaves too little room for the words beside it. */
    private static final int SHORT_TITLE = 18;
    /** Longer words would be a column of their own beside a button: two lines are read as one. */
    private static final int SHORT_WORDS = 72;

    private final VBox box = LastRow.of(new VBox());
    private BiFunction<ObjectRef, PodRemedy, List<ChangeOffer>> remedies = (pod, remedy) -> List.of();
    private ObjectRef pod = ObjectRef.pod("", "");
    private List<RemedySuggestion> suggestions = List.of();
    private List<Optional<String>> against = List.of();

    /** @param id of what holds the suggestions */
    public PodHelp(String id) {
        box.setId(id);
    }

    /** What holds the suggestions. */
    public Node node() {
        return box;
    }

    /** Which changes of the cluster do what helps. */
    public void remedies(BiFunction<ObjectRef, PodRemedy, List<ChangeOffer>> other) {
        remedies = other;
    }

    /** Shows suggestions for a pod. */
    public void show(ObjectRef about, List<RemedySuggestion> some) {
        pod = about;
        suggestions = some;
        against = reasons();
        box.getChildren().setAll(some.stream().map(this::row).toList());
    }

    /** Offers what can be changed as things stand. */
    public void offerAnew() {
        if (!reasons().equals(against)) {
            show(pod, suggestions);
        }
    }

    /** Why what would help cannot be begun. */
    private List<Optional<String>> reasons() {
        return suggestions.stream().flatMap(each -> remedies.apply(pod, each.remedy()).stream())
                .map(ChangeOffer::reason)
                .toList();
    }

    private Node row(RemedySuggestion suggestion) {
        var words = new VBox(6, SelectableText.wrapped(suggestion.words(), "small"));
        var offers = remedies.apply(pod, suggestion.remedy());
        var row = new HBox(8, StatusGlyph.INFO.node(), words);
        var beside = offers.size() == 1 && suggestion.words().length() <= SHORT_WORDS
                && offers.getFirst().title().length() <= SHORT_TITLE
                && offers.getFirst().reason().isEmpty() ? row : words;
        beside.getChildren().addAll(OfferButtons.of(offers));
        if (offers.isEmpty() && !suggestion.command().isEmpty()) {
            words.getChildren().add(CommandRow.of(suggestion.command(), "small"));
        }
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMinWidth(0);
        row.getStyleClass().add("inspector-row");
        return row;
    }
}
