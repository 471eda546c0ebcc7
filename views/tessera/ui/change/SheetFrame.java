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
import tessera.ui.change.StepTrail.Stop;
import tessera.ui.kit.FloatingShadow;
import tessera.ui.kit.IconFont;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** What is around a page of a change: its name and how far it is above, a hint and the buttons below. */
final class SheetFrame {

    private static final int LONGEST_WORDS = 60;
    private static final double LONGEST_BUTTON = 480;

    private final SheetPane node = new SheetPane();
    private final Label title = new Label();
    private final Label subject = new Label();
    private final StepTrail trail = new StepTrail();
    private final Label hint = new Label();
    private final HBox buttons = new HBox(8);
    private final HBox foot = foot();
    private Optional<Node> before = Optional.empty();
    /** Gives the focus back to what had it when the question came. */
    private Runnable back = () -> {};

    /** @param close called when the sheet is no longer wanted */
    SheetFrame(Runnable close) {
        node.setTop(head(close));
        node.setBottom(foot);
    }

    private HBox head(Runnable close) {
        title.getStyleClass().add("change-title");
        subject.getStyleClass().addAll("small", "muted");
        var names = new VBox(2, title, subject);
        names.setMinWidth(160);
        names.setAlignment(Pos.CENTER_LEFT);
        var cross = new Button("", IconFont.CLOSE.node());
        cross.setId("change-close");
        cross.getStyleClass().addAll("flat", "button-icon");
        cross.setAccessibleText("Close");
        cross.setOnAction(event -> close.run());
        var head = new HBox(24, names, space(), trail.node(), cross);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("change-head");
        return head;
    }

    private HBox foot() {
        hint.getStyleClass().addAll("small", "muted");
        hint.setId("change-hint");
        hint.setMinWidth(0);
        buttons.setMinWidth(Region.USE_PREF_SIZE);
        var foot = new HBox(16, hint, space(), buttons);
        foot.setAlignment(Pos.CENTER_LEFT);
        foot.getStyleClass().add("change-foot");
        return foot;
    }

    private static Region space() {
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        return space;
    }

    static Button plain(String words, Runnable action) {
        var button = new Button(words);
        button.setOnAction(event -> action.run());
        return button;
    }

    /**
     * The button that leads on. Where there is much to say it says what is done, and leaves how to the preview.
     *
     * @param tone the theme's word for how serious that is
     */
    static Button primary(String words, String tone, Runnable action) {
        int how = words.length() > LONGEST_WORDS ? words.indexOf(": ") : -1;
        var button = plain(how < 0 ? words : words.substring(0, how), action);
        button.setId("change-next");
        button.setMaxWidth(LONGEST_BUTTON);
        button.getStyleClass().add(tone);
        return button;
    }

    /** Puts it into the scene, if it is not there: a window opens sooner without. */
    void lieOn(StackPane veil) {
        if (veil.getChildren().isEmpty()) {
            veil.getChildren().setAll(FloatingShadow.of(node), node);
        }
    }

    /** Asks once, in place of the buttons, before what was entered is lost. */
    void ask(Runnable leave) {
        back = Optional.ofNullable(node.getScene()).map(Scene::getFocusOwner).map(SheetFrame::back).orElse(() -> {});
        var stay = plain("Keep editing", this::settle);
        stay.setId("change-stay");
        var discard = plain("Discard", leave);
        discard.setId("change-discard");
        discard.getStyleClass().add("danger");
        var words = SelectableText.told(StatusGlyph.WARNING, "What you entered is lost when this is closed");
        words.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(words, Priority.ALWAYS);
        var question = new HBox(8, words, discard, stay);
        question.setAlignment(Pos.CENTER_LEFT);
        question.getStyleClass().add("change-foot");
        node.setBottom(question);
        stay.requestFocus();
    }

    /** Whether a question stands there unanswered. */
    boolean asks() {
        return !foot.equals(node.getBottom());
    }

    /** Takes the question away, as somebody stays with what they entered. */
    void settle() {
        node.setBottom(foot);
        back.run();
        back = () -> {};
    }

    /** To the letter: a field that gets the focus has all selected, and who types on would write over it. */
    private static Runnable back(Node owner) {
        if (owner instanceof TextInputControl field) {
            int caret = field.getCaretPosition();
            return () -> {
                field.requestFocus();
                field.selectRange(caret, caret);
            };
        }
        return owner::requestFocus;
    }

    /** Goes on at a button, where the sheet is what the keys go to. */
    void goTo(Button button) {
        if (node.isFocused() || node.isFocusWithin()) {
            button.requestFocus();
        }
    }

    /** Takes the focus, until it is given back to what has it now. */
    void focus() {
        var owner = Optional.ofNullable(node.getScene()).map(Scene::getFocusOwner);
        if (!node.isFocusWithin()) {
            before = owner;
        }
        node.requestFocus();
    }

    /** Whoever goes by keys goes on where they were. */
    void giveBack() {
        before.filter(each -> each.getScene() != null).ifPresent(Node::requestFocus);
        before = Optional.empty();
    }

    void title(String words, String about) {
        title.setText(words);
        subject.setText(about);
        subject.setManaged(!about.isEmpty());
    }

    void mark(Stop here, boolean over) {
        trail.mark(here, over);
    }

    void show(Node page) {
        show(page, false);
    }

    /** @param roomy whether it takes what room there is */
    void show(Node page, boolean roomy) {
        node.page(page, roomy);
        // What can be scrolled joins the scene with its skin only, and could not be given the focus before.
        node.applyCss();
    }

    /** Tells what is waited for, in place of the page before; what had the focus there leaves it to the sheet, and not to its cross. */
    void await(String words) {
        node.interlude(new StackPane(SelectableText.label(words, "muted")));
        node.requestFocus();
    }

    void hint(String words) {
        hint.setText(words);
    }

    /** Puts these buttons in place of those there are. */
    void buttons(Button... those) {
        buttons.getChildren().setAll(those);
    }

    void addButtons(Button... more) {
        buttons.getChildren().addAll(more);
    }

    /** Shows nothing any more. */
    void clear() {
        back = () -> {};
        settle();
        node.page(new Region(), false);
        buttons();
        hint("");
    }
}
