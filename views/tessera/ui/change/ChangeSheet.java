package tessera.ui.change;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.StackPane;
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

/**
 * The one sheet on which changes are made: choose, see what it would bring, watch it being done, read what became of it.
 * Closing it while a change is under way hides it; the change goes on and can be looked at again. FX thread.
 */
public final class ChangeSheet {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final Desk desk;
    private final ZoneId zone;
    private final StackPane node = new StackPane();
    private final SheetFrame sheet;
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
        sheet = new SheetFrame(this::close);
        node.setId("change");
        node.getStyleClass().add("change-veil");
        node.getChildren().setAll(sheet.node());
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
            sheet.title(questions.title(), questions.subject());
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
        sheet.node().requestFocus();
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
        sheet.clear();
    }

    private void choose(ChangeForm questions) {
        intent = null;
        sheet.mark(Stop.CHOOSE, false);
        sheet.show(questions.node());
        var next = primary("Preview", "accent", () -> questions.intent().getValue().ifPresent(this::rehearse));
        questions.intent().subscribe(wanted -> next.setDisable(wanted.isEmpty()));
        questions.complaint().subscribe(sheet::hint);
        sheet.buttons(plain("Cancel", this::close), next);
        questions.focus();
    }

    private void rehearse(Intent wanted) {
        intent = wanted;
        if (form == null) {
            sheet.title(wanted.words(), "");
        }
        sheet.mark(Stop.PREVIEW, false);
        sheet.hint("");
        waiting("Asking the server what it would make of it…");
        rehearsal.ask(() -> desk.planner().preview(wanted));
    }

    private void waiting(String words) {
        var place = new StackPane(Lines.label(words, "muted"));
        sheet.show(place);
        sheet.buttons(plain("Cancel", this::close));
    }

    private void show(Preview preview) {
        var shown = new PreviewPane(preview);
        sheet.show(shown.node());
        sheet.buttons(plain("Cancel", this::close));
        back().ifPresent(sheet::addButtons);
        var at = CLOCK.format(preview.at().atZone(zone));
        if (preview.refused()) {
            sheet.hint("Refused at %s; nothing was changed.".formatted(at));
            sheet.addButtons(plain("Plan again", () -> rehearse(preview.intent())));
        } else if (preview.nothingToDo()) {
            sheet.hint("Looked at %s.".formatted(at));
        } else {
            sheet.hint("Dry run passed at %s. Nothing was changed yet.".formatted(at));
            var apply = primary(preview.intent().words(), shown.dangerous() ? "danger" : "accent",
                    () -> apply(preview));
            shown.confirmed().subscribe(yes -> apply.setDisable(!yes));
            sheet.addButtons(apply);
        }
        shown.focus();
    }

    private Optional<Button> back() {
        var questions = form;
        return questions == null ? Optional.empty() : Optional.of(plain("Back", () -> choose(questions)));
    }

    private void apply(Preview preview) {
        running.set(true);
        sheet.mark(Stop.APPLY, false);
        waiting("Beginning…");
        sheet.buttons();
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
        sheet.mark(awaits(state) ? Stop.VERIFY : Stop.APPLY, false);
        pane.show(state);
        sheet.show(pane.node());
        sheet.buttons();
        switch (state.phase()) {
            case RUNNING -> {
                sheet.hint("What was done stays done when you stop.");
                sheet.addButtons(plain("Stop", begun::cancel));
            }
            case CANCELLING -> sheet.hint("Stopping after the step that is under way…");
            case HALTED -> {
                sheet.hint("It waits for you: try the step again, or stop here.");
                sheet.addButtons(plain("Stop here", begun::cancel),
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
        sheet.mark(Stop.VERIFY, receipt.ending() == Receipt.Ending.DONE);
        sheet.show(ReceiptPane.of(receipt));
        sheet.hint("Noted in the journal of changes.");
        sheet.buttons();
        receipt.undo().ifPresent(undo -> sheet.addButtons(plain("Take it back…", () -> {
            form = null;
            rehearse(undo);
        })));
        if (receipt.ending() != Receipt.Ending.DONE) {
            sheet.addButtons(plain("Plan again", () -> rehearse(receipt.intent())));
        }
        sheet.addButtons(primary("Close", "accent", this::close));
    }

    private void excuse(Problem why) {
        running.set(false);
        sheet.show(Lines.section(Lines.problem(why)));
        sheet.hint("");
        sheet.buttons(plain("Close", this::close));
        back().ifPresent(sheet::addButtons);
        var wanted = intent;
        if (wanted != null) {
            sheet.addButtons(primary("Plan again", "accent", () -> rehearse(wanted)));
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
