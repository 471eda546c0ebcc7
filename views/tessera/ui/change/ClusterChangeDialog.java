package tessera.ui.change;

import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.Node;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRun;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunner;
import tessera.plan.intent.ChangeIntent;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.change.ChangeStageBar.ChangeStage;

/**
 * The dialog in which changes are made: choose, preview, follow the run, read the receipt.
 * Closing it while a change is under way hides it; the change goes on and can be looked at again. FX thread.
 */
public final class ClusterChangeDialog {

    private final AppServices desk;
    private final ZoneId zone;
    private final ChangeReceiptPages receipts;
    private final DialogOverlay node = new DialogOverlay();
    private final ChangeDialogFrame sheet;
    private final StringProperty news = new SimpleStringProperty("");
    private final BackgroundQuery<RunnerBoundChangePreview> rehearsal = new BackgroundQuery<>(this::showPreview,
            this::showProblem);
    private final BackgroundQuery<PlanRun> beginning = new BackgroundQuery<>(this::followRun, this::showProblem);
    private @Nullable ChangeIntentForm form;
    private @Nullable ChangeIntentForm left;
    private @Nullable ChangeIntent intent;
    private @Nullable PlanRunner planner;
    private Consumer<PlanPreview> refusal = _ -> {};
    private boolean running;
    private final HaltedRunActions halt;
    private final ChangeProgressPages pages;
    private final FinishedChangeHandler next;
    private Subscription answers = Subscription.EMPTY;

    /** A dialog that is closed. */
    public ClusterChangeDialog(AppServices desk, ZoneId zone, FinishedChangeHandler next) {
        this.desk = desk;
        this.zone = zone;
        this.next = next;
        sheet = new ChangeDialogFrame(this::leave);
        halt = new HaltedRunActions(desk, sheet, zone);
        pages = new ChangeProgressPages(sheet, halt, news::set, this::showReceipt);
        receipts = new ChangeReceiptPages(sheet, next, new ChangeReceiptPages.ReceiptActions(undone -> {
            form = null;
            preview(undone);
        }, this::preview, this::close));
    }

    public Node node() {
        return node;
    }

    public boolean isOpen() {
        return node.isVisible();
    }

    /** Returns the text about a change that runs, waits or ended unseen, shown wherever the user is; else empty. */
    public ReadOnlyStringProperty newsProperty() {
        return news;
    }

    /** Opens the questions of a form; a change that runs or ended unseen comes first, and so does the same form. */
    public void open(ChangeIntentForm questions) {
        if (!beginsFresh(questions)) {
            reveal();
            return;
        }
        var place = "in " + desk.clusters().get().openContext();
        sheet.setTitle(questions.title(),
                questions.subjectText().isEmpty() ? place : questions.subjectText() + "  ·  " + place);
        raise();
        choose(questions);
    }

    /** Opens the preview of an intent; a change that runs or ended unseen comes first. */
    public void open(ChangeIntent wanted) {
        open(wanted, _ -> {});
    }

    /** Opens the preview of an intent, and passes the preview on where it is refused. */
    public void open(ChangeIntent wanted, Consumer<PlanPreview> refused) {
        if (beginsFresh(null)) {
            refusal = refused;
            preview(wanted);
        }
        reveal();
    }

    /** Returns whether nothing else has to be shown first. A form that led to another change is come back to after it. */
    private boolean beginsFresh(@Nullable ChangeIntentForm questions) {
        boolean same = questions != null
                && hiddenForm().filter(each -> each.title().equals(questions.title())).isPresent();
        boolean free = !same && (news.get().isEmpty() || hiddenForm().isPresent());
        if (free) {
            left = intent == null && left == null ? form : left;
            form = questions;
            refusal = _ -> {};
            planner = null;
        }
        return free;
    }

    /**
     * Shows an object that is behind the dialog. Questions step aside for it, with their answers: they are come back
     * to by what is told of them, or after another change.
     */
    public void lookAt(ObjectRef object) {
        if (intent == null && isOpen()) {
            Optional.ofNullable(form).ifPresent(waiting -> news.set("“%s” waits ▸".formatted(waiting.title())));
            node.setVisible(false);
            sheet.giveBackFocus();
        }
        next.show(object);
    }

    /** Returns the form that stepped aside to show something else; empty for none. */
    private Optional<ChangeIntentForm> hiddenForm() {
        return Optional.ofNullable(form).filter(_ -> intent == null && !isOpen());
    }

    /** Forgets a form that stepped aside, because its answers are for one cluster only. */
    public void leaveCluster() {
        receipts.leaveCluster();
        if (hiddenForm().isPresent()) {
            news.set("");
            left = null;
            forget();
        }
    }

    /** Returns the action that undoes a run of the journal; empty where there is none or changes are not allowed. */
    public Optional<Runnable> undoAction(String run) {
        return receipts.undoIntent(run).filter(_ -> desk.clusters().get().readOnlyReason().isEmpty())
                .map(undo -> () -> open(undo));
    }

    /** Returns whether a change is running, so that the window and the cluster must not be closed. */
    public boolean isRunning() {
        return running;
    }

    /** Shows the running change, or its result, again. */
    public void reveal() {
        raise();
        if (form != null && intent == null) {
            form.focus();
        }
    }

    private void raise() {
        sheet.attachTo(node);
        node.setVisible(true);
        news.set(running ? news.get() : "");
        sheet.focus();
    }

    /** Closes the dialog, or asks first if answers would be lost; asked for again, it stays open. */
    public void leave() {
        if (sheet.isAsking()) {
            sheet.withdrawQuestion();
        } else if (!running && form != null && FormChangeTracker.forForm(form).hasChanges()) {
            sheet.askBeforeLeaving(this::close);
        } else {
            close();
        }
    }

    /** Hides the dialog, or returns to the form that led here. What is not under way is forgotten. */
    public void close() {
        node.setVisible(false);
        sheet.giveBackFocus();
        if (!running) {
            forget();
            var back = left;
            left = null;
            Optional.ofNullable(back).ifPresent(this::open);
        }
    }

    private void forget() {
        rehearsal.cancel();
        answers.unsubscribe();
        form = null;
        intent = null;
        pages.forget();
        receipts.forget();
        sheet.clear();
    }

    private void choose(ChangeIntentForm questions) {
        intent = null;
        FormChangeTracker.forForm(questions);
        sheet.markStage(ChangeStage.CHOOSE, false);
        sheet.show(questions.node(), questions.fillsSheet());
        var next = ChangeDialogFrame.primaryButton("Preview", "accent",
                () -> questions.intent().getValue().ifPresent(this::preview));
        next.setDefaultButton(true);
        answers.unsubscribe();
        answers = questions.intent().subscribe(wanted -> next.setDisable(wanted.isEmpty()))
                .and(questions.problemProperty().subscribe(sheet::setHint));
        sheet.setButtons(ChangeDialogFrame.plainButton("Cancel", this::close), next);
        questions.focus();
    }

    private void preview(ChangeIntent wanted) {
        intent = wanted;
        answers.unsubscribe();
        if (form == null) {
            sheet.setTitle(wanted.summaryText(), "in " + desk.clusters().get().openContext());
        }
        sheet.markStage(ChangeStage.PREVIEW, false);
        showWaiting("Asking the server what it would make of it…");
        var bound = planner;
        rehearsal.submit(() -> RunnerBoundChangePreview.compute(wanted, desk, bound));
    }

    private void showWaiting(String text) {
        sheet.setHint("");
        sheet.showWaiting(text);
        sheet.setButtons(ChangeDialogFrame.plainButton("Cancel", this::close));
    }

    private void showPreview(RunnerBoundChangePreview rehearsed) {
        planner = rehearsed.planner();
        var preview = rehearsed.preview();
        var shown = new PlanPreviewPane(preview, rehearsed.layoutEffects(), desk.commandTarget());
        sheet.show(shown.node());
        sheet.setButtons(ChangeDialogFrame.plainButton("Cancel", this::close));
        offerBack(questions -> questions.goTo(preview));
        sheet.setHint(rehearsed.summaryText(zone));
        if (preview.isRefused()) {
            sheet.addButtons(RefusedPreviewActions.buttonsFor(preview, this::preview));
            refusal.accept(preview);
        } else if (!preview.nothingToDo()) {
            var apply = ChangeDialogFrame.primaryButton(preview.plan().headlineText(),
                    shown.needsConfirmation() ? "danger" : "accent",
                    () -> apply(preview));
            shown.confirmed().subscribe(yes -> apply.setDisable(!yes));
            sheet.addButtons(apply);
        }
        shown.focus();
    }

    private void offerBack(Consumer<ChangeIntentForm> then) {
        Optional.ofNullable(form).ifPresent(questions -> sheet.addButtons(ChangeDialogFrame.plainButton("Back", () -> {
            choose(questions);
            then.accept(questions);
        })));
        receipts.backButton().ifPresent(sheet::addButtons);
    }

    private void apply(PlanPreview preview) {
        running = true;
        news.set("A change is under way ▸");
        sheet.markStage(ChangeStage.APPLY, false);
        showWaiting("Beginning…");
        sheet.setButtons();
        var bound = Objects.requireNonNull(planner);
        beginning.submit(() -> bound.apply(preview));
    }

    private void followRun(PlanRun begun) {
        Optional.ofNullable(form).map(FormChangeTracker::forForm).ifPresent(FormChangeTracker::markSettled);
        pages.followRun(begun);
    }

    private void showReceipt(PlanRunReceipt receipt) {
        finishRun(receipt.ending() == PlanRunReceipt.RunEnding.DONE ? "A change was made ▸"
                : "A change went wrong or was stopped ▸");
        receipts.add(receipt);
        halt.onEnded(() -> preview(receipt.intent()));
    }

    private void finishRun(String text) {
        running = false;
        news.set(isOpen() ? "" : text);
    }

    private void showProblem(Problem problem) {
        if (running) {
            finishRun("A change could not begin ▸");
        }
        sheet.show(ChangePageTextBlocks.section(ChangePageTextBlocks.problemBox(problem)));
        sheet.setHint("");
        sheet.setButtons(ChangeDialogFrame.plainButton("Close", this::close));
        offerBack(_ -> {});
        Optional.ofNullable(intent).ifPresent(
                wanted -> sheet
                        .addButtons(ChangeDialogFrame.primaryButton("Plan again", "accent", () -> preview(wanted))));
    }
}
