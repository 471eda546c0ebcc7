package tessera.ui.inspect;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.scheduling.SchedulingRemedy;
import tessera.scheduling.SchedulingRemedyChange;
import tessera.text.MessageCatalog;
import tessera.ui.change.ChangeButtonFactory;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.kit.CopyableCommandRowFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LastRowStyleMarker;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** The remedies of a pod that waits, or for what another left behind, with the changes that carry them out. FX thread. */
public final class PendingPodRemedyPane {

    /** A longer title than this leaves too little room for the words beside it. */
    private static final int SHORT_TITLE = 18;
    /** Longer words would be a column of their own beside a button: two lines are read as one. */
    private static final int SHORT_WORDS = 72;

    /** More offers than these do not fit beside a verdict. */
    private static final int FEW = 2;
    private static final MessageCatalog MESSAGES = MessageCatalog.of(PendingPodRemedyPane.class);

    private final VBox box = LastRowStyleMarker.markIn(new VBox());
    private final Label title;
    private final VBox root;
    private BiFunction<ObjectRef, SchedulingRemedyChange, List<OfferedChange>> remedies = (pod, remedy) -> List.of();
    private ObjectRef pod = ObjectRef.pod("", "");
    private List<SchedulingRemedy> suggestions = List.of();
    private List<Optional<String>> displayedBlockers = List.of();

    /**
     * The remedy that is shown with the verdict.
     *
     * @param offers the allowed changes that carry it out; at least one
     */
    public record PrimaryRemedy(String text, List<OfferedChange> offers) {

        public PrimaryRemedy {
            offers = List.copyOf(offers);
        }
    }

    /**
     * An empty list.
     *
     * @param id         of what holds the suggestions
     * @param titleStyle of its heading
     */
    public PendingPodRemedyPane(String id, String titleStyle) {
        box.setId(id);
        title = TextLabelFactory.label("", titleStyle);
        root = new VBox(4, title, box);
    }

    /** Returns the list below its heading, which is not there while it is empty. */
    public Region node() {
        return root;
    }

    /** Sets the source of the changes that do a remedy. */
    public void setRemedies(BiFunction<ObjectRef, SchedulingRemedyChange, List<OfferedChange>> other) {
        remedies = other;
    }

    /** Shows suggestions for a pod. */
    public void show(ObjectRef about, List<SchedulingRemedy> some) {
        pod = about;
        suggestions = some;
        displayedBlockers = offerBlockers();
        var primary = primarySuggestion();
        box.getChildren().setAll(
                some.stream().filter(each -> primary.filter(each::equals).isEmpty()).map(this::remedyRow).toList());
        title.setText(MESSAGES.text("why.remedies", primary.isPresent()));
        JavaFxNodeVisibility.setShown(root, !box.getChildren().isEmpty());
    }

    /** Returns the best remedy that can be carried out, which the list leaves to the verdict. */
    public Optional<PrimaryRemedy> primaryRemedy() {
        return primarySuggestion().map(suggestion -> new PrimaryRemedy(suggestion.text(), allowedOffers(suggestion)));
    }

    private Optional<SchedulingRemedy> primarySuggestion() {
        return suggestions.stream().filter(suggestion -> !allowedOffers(suggestion).isEmpty()).findFirst()
                .filter(suggestion -> remedies.apply(pod, suggestion.remedy()).size() <= FEW);
    }

    private List<OfferedChange> allowedOffers(SchedulingRemedy suggestion) {
        return remedies.apply(pod, suggestion.remedy()).stream().filter(offer -> offer.reason().isEmpty()).toList();
    }

    /** Updates the offered changes for the current state. */
    public void refreshOffers() {
        if (!offerBlockers().equals(displayedBlockers)) {
            show(pod, suggestions);
        }
    }

    /** Returns why the changes of the remedies cannot be begun. */
    private List<Optional<String>> offerBlockers() {
        return suggestions.stream().flatMap(suggestion -> remedies.apply(pod, suggestion.remedy()).stream())
                .map(OfferedChange::reason).toList();
    }

    private Node remedyRow(SchedulingRemedy suggestion) {
        var words = new VBox(6, TextLabelFactory.wrapped(suggestion.text(), "small"));
        var offers = remedies.apply(pod, suggestion.remedy());
        var row = new HBox(8, StatusGlyph.INFO.node(), words);
        var beside = offers.size() == 1 && suggestion.text().length() <= SHORT_WORDS
                && offers.getFirst().title().length() <= SHORT_TITLE && offers.getFirst().reason().isEmpty() ? row
                        : words;
        beside.getChildren().addAll(ChangeButtonFactory.buttonsFor(offers));
        if (offers.isEmpty() && !suggestion.command().isEmpty()) {
            words.getChildren().add(CopyableCommandRowFactory.rowFor(suggestion.command(), "small"));
        }
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMinWidth(0);
        row.getStyleClass().add("inspector-row");
        return row;
    }
}
