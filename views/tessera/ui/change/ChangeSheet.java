package tessera.ui.change;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.flow.Latest;
import tessera.model.Problem;
import tessera.plan.Preview;
import tessera.plan.Receipt;
import tessera.plan.Run;
import tessera.plan.RunState;
import tessera.plan.RunState.Phase;
import tessera.plan.StepState;
import tessera.plan.intent.Intent;
import tessera.plan.step.Step;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.Relay;
import tessera.ui.change.StepTrail.Stop;
import tessera.ui.kit.Icons;

/**
 * The one sheet on which changes are made: choose, see what it would bring, watch it being done, read what became of it.
 * Closing it while a change is under way hides it; the change goes on and can be looked at again. FX thread.
 */
public final class ChangeSheet {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final Desk desk;
    private final ZoneId zone;
    private final StackPane node = new StackPane();
    private final BorderPane sheet = new BorderPane();
    private final Label title = new Label();
    private final Label subject = new Label();
    private final StepTrail trail = new StepTrail();
    private final Label hint = new Label();
    private final HBox buttons = new HBox(8);
    private final BooleanProperty running = new SimpleBooleanProperty();
    private final Lookup<Preview> rehearsal = new Lookup<>(this::show, this::excuse);
    private final Lookup<Run> beginning = new Lookup<>(this::follow, this::excuse);
    private @Nullable ChangeForm form;
    private @Nullable Intent intent;
    private @Nullable Run run;
    private RunPane pane = new RunPane();
    private Latest.@Nullable Observation observation;

    /** A sheet that is closed. */
    public ChangeSheet(Desk desk, ZoneId zone) {
        this.desk = desk;
        this.zone = zone;
        node.setId("change");
        node.getStyleClass().add("change-veil");
        title.getStyleClass().add("change-title");
        subject.getStyleClass().addAll("small", "muted");
        var close = new Button("", Icons.CLOSE.node());
        close.setId("change-close");
        close.getStyleClass().addAll("flat", "button-icon");
        close.setAccessibleText("Close");
        close.setOnAction(event -> close());
        var spacer = new Region();
        HBox.setHgrow(spacer, Priority.ALWAYS);
        var names = new VBox(2, title, subject);
        names.setMinWidth(160);
        names.setAlignment(Pos.CENTER_LEFT);
        var head = new HBox(24, names, spacer, trail.node(), close);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("change-head");
        hint.getStyleClass().addAll("small", "muted");
        hint.setId("change-hint");
        hint.setMinWidth(0);
        var gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        var foot = new HBox(16, hint, gap, buttons);
        buttons.setMinWidth(Region.USE_PREF_SIZE);
        foot.setAlignment(Pos.CENTER_LEFT);
        foot.getStyleClass().add("change-foot");
        sheet.setTop(head);
        sheet.setBottom(foot);
        sheet.getStyleClass().add("change-sheet");
        node.getChildren().setAll(sheet);
        node.setVisible(false);
    }

    public Node node() {
        return node;
    }

    public boolean isOpen() {
        return node.isVisible();
    }

    /** Whether a change is under way, in sight or not. */
    public ReadOnlyBooleanProperty runningProperty() {
        return running;
    }

    /** Begins with the questions of a form; a change that is under way comes first. */
    public void open(ChangeForm questions) {
        if (!running.get()) {
            form = questions;
            title.setText(questions.title());
            subject.setText(questions.subject());
            choose(questions);
        }
        reveal();
    }

    /** Begins with what is wanted already; a change that is under way comes first. */
    public void open(Intent wanted) {
        if (!running.get()) {
            form = null;
            rehearse(wanted);
        }
        reveal();
    }

    /** Shows the change that is under way again. */
    public void reveal() {
        node.setVisible(true);
        sheet.requestFocus();
        if (form != null && intent == null) {
            form.focus();
        }
    }

    /** Hides the sheet. What is not under way is forgotten. */
    public void close() {
        node.setVisible(false);
        if (!running.get()) {
            forget();
        }
    }

    private void forget() {
        rehearsal.cancel();
        form = null;
        intent = null;
        run = null;
        sheet.setCenter(null);
        buttons.getChildren().clear();
        hint.setText("");
    }

    private void choose(ChangeForm questions) {
        intent = null;
        trail.mark(Stop.CHOOSE, false);
        sheet.setCenter(questions.node());
        var next = primary("Preview", "accent", () -> questions.intent().getValue().ifPresent(this::rehearse));
        questions.intent().subscribe(wanted -> next.setDisable(wanted.isEmpty()));
        questions.complaint().subscribe(hint::setText);
        buttons.getChildren().setAll(plain("Cancel", this::close), next);
        questions.focus();
    }

    private void rehearse(Intent wanted) {
        intent = wanted;
        if (form == null) {
            title.setText(wanted.words());
            subject.setText("");
        }
        trail.mark(Stop.PREVIEW, false);
        hint.setText("");
        waiting("Asking the server what it would make of it…");
        rehearsal.ask(() -> desk.planner().preview(wanted));
    }

    private void waiting(String words) {
        var place = new StackPane(Lines.label(words, "muted"));
        sheet.setCenter(place);
        buttons.getChildren().setAll(plain("Cancel", this::close));
    }

    private void show(Preview preview) {
        var shown = new PreviewPane(preview);
        sheet.setCenter(shown.node());
        buttons.getChildren().setAll(plain("Cancel", this::close));
        back().ifPresent(buttons.getChildren()::add);
        var at = CLOCK.format(preview.at().atZone(zone));
        if (preview.refused()) {
            hint.setText("Refused at %s; nothing was changed.".formatted(at));
            buttons.getChildren().add(plain("Plan again", () -> rehearse(preview.intent())));
        } else if (preview.nothingToDo()) {
            hint.setText("Looked at %s.".formatted(at));
        } else {
            hint.setText("Dry run passed at %s. Nothing was changed yet.".formatted(at));
            var apply = primary(preview.intent().words(), shown.dangerous() ? "danger" : "accent",
                    () -> apply(preview));
            shown.confirmed().subscribe(yes -> apply.setDisable(!yes));
            buttons.getChildren().add(apply);
        }
        shown.focus();
    }

    private Optional<Button> back() {
        var questions = form;
        return questions == null ? Optional.empty() : Optional.of(plain("Back", () -> choose(questions)));
    }

    private void apply(Preview preview) {
        running.set(true);
        trail.mark(Stop.APPLY, false);
        waiting("Beginning…");
        buttons.getChildren().clear();
        beginning.ask(() -> desk.planner().apply(preview));
    }

    private void follow(Run begun) {
        run = begun;
        pane = new RunPane();
        observation = begun.state().observe(() -> Relay.show(() -> progress(begun)));
        progress(begun);
    }

    private void progress(Run begun) {
        if (!begun.equals(run)) {
            return;
        }
        var state = begun.state().get();
        var receipt = state.receipt();
        if (receipt != null) {
            ended(receipt);
            return;
        }
        trail.mark(awaits(state) ? Stop.VERIFY : Stop.APPLY, false);
        pane.show(state);
        sheet.setCenter(pane.node());
        buttons.getChildren().clear();
        switch (state.phase()) {
            case RUNNING -> {
                hint.setText("What was done stays done when you stop.");
                buttons.getChildren().add(plain("Stop", begun::cancel));
            }
            case CANCELLING -> hint.setText("Stopping after the step that is under way…");
            case HALTED -> {
                hint.setText("It waits for you: try the step again, or stop here.");
                buttons.getChildren().addAll(plain("Stop here", begun::cancel),
                        primary("Try the step again", "accent", begun::retry));
            }
            case ENDED -> {
                // the receipt follows
            }
        }
    }

    private static boolean awaits(RunState state) {
        return state.steps().stream().filter(step -> step.progress() == StepState.Progress.RUNNING)
                .anyMatch(step -> step.planned().step() instanceof Step.Await)
                && state.phase() != Phase.HALTED;
    }

    private void ended(Receipt receipt) {
        run = null;
        running.set(false);
        if (observation != null) {
            observation.close();
            observation = null;
        }
        trail.mark(Stop.VERIFY, receipt.ending() == Receipt.Ending.DONE);
        sheet.setCenter(ReceiptPane.of(receipt));
        hint.setText("Noted in the journal of changes.");
        buttons.getChildren().clear();
        receipt.undo().ifPresent(undo -> buttons.getChildren().add(plain("Take it back…", () -> {
            form = null;
            rehearse(undo);
        })));
        if (receipt.ending() != Receipt.Ending.DONE) {
            buttons.getChildren().add(plain("Plan again", () -> rehearse(receipt.intent())));
        }
        buttons.getChildren().add(primary("Close", "accent", this::close));
    }

    private void excuse(Problem why) {
        running.set(false);
        sheet.setCenter(Lines.section(Lines.problem(why)));
        hint.setText("");
        buttons.getChildren().setAll(plain("Close", this::close));
        back().ifPresent(buttons.getChildren()::add);
        var wanted = intent;
        if (wanted != null) {
            buttons.getChildren().add(primary("Plan again", "accent", () -> rehearse(wanted)));
        }
    }

    private static Button plain(String words, Runnable action) {
        var button = new Button(words);
        button.setOnAction(event -> action.run());
        return button;
    }

    private static Button primary(String words, String tone, Runnable action) {
        var button = plain(words, action);
        button.setId("change-next");
        button.getStyleClass().add(tone);
        return button;
    }
}
