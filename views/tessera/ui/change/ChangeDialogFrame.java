package tessera.ui.change;

import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.text.MessageCatalog;
import tessera.ui.change.ChangeStageBar.ChangeStage;
import tessera.ui.kit.FloatingShadow;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Frame of the dialog: title and stage above the page, hint and buttons below it. */
final class ChangeDialogFrame {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChangeDialogFrame.class);
    private static final double LONGEST_BUTTON = 480;

    private final ChangeDialogPane node = new ChangeDialogPane();
    private final Label title = TextLabelFactory.label("", "change-title");
    private final Label subject = TextLabelFactory.label("", "small", "muted");
    private final ChangeStageBar trail = new ChangeStageBar();
    private final Label hint = TextLabelFactory.label("", "small", "muted");
    private final HBox buttons = new HBox(8);
    private final HBox foot = foot();
    private Optional<Node> before = Optional.empty();
    /** Gives the focus back to what had it when the question came. */
    private Runnable restoreFocus = () -> {};

    /** @param close called when the dialog is no longer wanted */
    ChangeDialogFrame(Runnable close) {
        node.setTop(head(close));
        node.setBottom(foot);
    }

    private HBox head(Runnable close) {
        var names = new VBox(2, title, subject);
        names.setMinWidth(160);
        names.setAlignment(Pos.CENTER_LEFT);
        var cross = LayoutBoxFactory.withStyle(new Button("", FontIcon.CLOSE.node()), "flat", "button-icon");
        cross.setId("change-close");
        cross.setAccessibleText(MESSAGES.text("dialog.close"));
        cross.setOnAction(event -> close.run());
        return LayoutBoxFactory.withStyle(
                LayoutBoxFactory.row(24, names, LayoutBoxFactory.spacer(), trail.node(), cross), "change-head");
    }

    private HBox foot() {
        hint.setId("change-hint");
        hint.setMinWidth(0);
        buttons.setMinWidth(Region.USE_PREF_SIZE);
        return LayoutBoxFactory.withStyle(LayoutBoxFactory.row(16, hint, LayoutBoxFactory.spacer(), buttons),
                "change-foot");
    }

    /**
     * Returns the button of the next stage. A long text ends in an ellipsis: the preview shows all of it.
     *
     * @param tone the theme's word for how serious that is
     */
    static Button primaryButton(String text, String tone, Runnable action) {
        var button = InputControlFactory.button(text, action);
        button.setId("change-next");
        button.setMaxWidth(LONGEST_BUTTON);
        button.getStyleClass().add(tone);
        return button;
    }

    /** Adds the dialog to the scene if it is not there yet; this lets the window open faster. */
    void attachTo(StackPane veil) {
        if (veil.getChildren().isEmpty()) {
            veil.getChildren().setAll(FloatingShadow.of(node), node);
        }
    }

    /** Asks once, in place of the buttons, before entered answers are lost. */
    void askBeforeLeaving(Runnable leave) {
        restoreFocus = Optional.ofNullable(node.getScene()).map(Scene::getFocusOwner)
                .map(ChangeDialogFrame::focusRestorer).orElse(() -> {});
        var stay = InputControlFactory.button(MESSAGES.text("dialog.keepEditing"), this::withdrawQuestion);
        stay.setId("change-stay");
        var discard = InputControlFactory.button(MESSAGES.text("dialog.discard"), leave);
        discard.setId("change-discard");
        discard.getStyleClass().add("danger");
        var words = TextLabelFactory.withSign(StatusGlyph.WARNING, MESSAGES.text("dialog.discardQuestion"));
        words.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(words, Priority.ALWAYS);
        var question = LayoutBoxFactory.withStyle(LayoutBoxFactory.row(8, words, discard, stay), "change-foot");
        node.setBottom(question);
        stay.requestFocus();
    }

    /** Returns whether the question is shown and unanswered. */
    boolean isAsking() {
        return !foot.equals(node.getBottom());
    }

    /** Takes the question away, because the user stays with their answers. */
    void withdrawQuestion() {
        node.setBottom(foot);
        restoreFocus.run();
        restoreFocus = () -> {};
    }

    /** Returns an action that restores focus and caret exactly, so that typing on does not overwrite the selected text. */
    private static Runnable focusRestorer(Node owner) {
        if (owner instanceof TextInputControl field) {
            int caret = field.getCaretPosition();
            return () -> {
                field.requestFocus();
                field.selectRange(caret, caret);
            };
        }
        return owner::requestFocus;
    }

    /** Focuses a button if the dialog has the focus. */
    void focusIfInSheet(Button button) {
        if (node.isFocused() || node.isFocusWithin()) {
            button.requestFocus();
        }
    }

    /** Takes the focus, and remembers its present owner. */
    void focus() {
        var owner = Optional.ofNullable(node.getScene()).map(Scene::getFocusOwner);
        if (!node.isFocusWithin()) {
            before = owner;
        }
        node.requestFocus();
    }

    /** Gives the focus back to its previous owner. */
    void giveBackFocus() {
        before.filter(each -> each.getScene() != null).ifPresent(Node::requestFocus);
        before = Optional.empty();
    }

    void setTitle(String text, String about) {
        title.setText(text);
        subject.setText(about);
        subject.setManaged(!about.isEmpty());
    }

    void markStage(ChangeStage here, boolean over) {
        trail.mark(here, over);
    }

    void show(Node page) {
        show(page, false);
    }

    /** @param roomy whether it takes what room there is */
    void show(Node page, boolean roomy) {
        node.setPage(page, roomy);
        // What can be scrolled joins the scene with its skin only, and could not be given the focus before.
        node.applyCss();
    }

    /** Shows the text of a pending operation in place of the page; the dialog gets the focus, not its close button. */
    void showWaiting(String text) {
        node.showInterlude(new StackPane(TextLabelFactory.label(text, "muted")));
        node.requestFocus();
    }

    void setHint(String text) {
        hint.setText(text);
    }

    /** Replaces the buttons. */
    void setButtons(Button... those) {
        buttons.getChildren().setAll(those);
    }

    void addButtons(Button... more) {
        buttons.getChildren().addAll(more);
    }

    /** Shows nothing. */
    void clear() {
        restoreFocus = () -> {};
        withdrawQuestion();
        node.setPage(new Region(), false);
        setButtons();
        setHint("");
    }
}
