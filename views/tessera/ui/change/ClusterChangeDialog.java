package tessera.ui.change;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.Toggle;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.StackPane;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRun;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunner;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.EditObjectIntent;
import tessera.plan.model.MigLayoutEffect;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.change.ChangeStageBar.ChangeStage;
import tessera.ui.change.mig.CurrentMigGpuTileReader;
import tessera.ui.kit.InputControlFactory;

/**
 * The dialog in which changes are made: choose, preview, follow the run, read the receipt.
 * Closing it while a change is under way hides it; the change goes on and can be looked at again. FX thread.
 */
public final class ClusterChangeDialog {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterChangeDialog.class);

    private final OpenClusterSource services;
    private final ZoneId zone;
    private final ChangeReceiptPages receipts;
    private final ChangeDialogOverlay node = new ChangeDialogOverlay();
    private final ChangeDialogFrame dialogFrame;
    private final StringProperty statusText = new SimpleStringProperty("");
    private final BackgroundQuery<RunnerBoundChangePreview> rehearsal = new BackgroundQuery<>(this::showPreview,
            this::showProblem);
    private final BackgroundQuery<PlanRun> beginning = new BackgroundQuery<>(this::followRun, this::showProblem);
    private @Nullable ChangeIntentForm form;
    private @Nullable ChangeIntentForm left;
    private @Nullable ChangeIntent intent;
    private @Nullable PlanRunner planner;
    private Consumer<PlanPreview> refusal = _ -> {};
    private boolean running;
    private final HaltedChangeRunActions halt;
    private final ChangeProgressPages pages;
    private final FinishedChangeHandler next;
    private Subscription answers = Subscription.EMPTY;

    /** A dialog that is closed. */
    public ClusterChangeDialog(OpenClusterSource services, ZoneId zone, FinishedChangeHandler next) {
        this.services = services;
        this.zone = zone;
        this.next = next;
        dialogFrame = new ChangeDialogFrame(this::leave);
        halt = new HaltedChangeRunActions(services, dialogFrame, zone);
        pages = new ChangeProgressPages(dialogFrame, halt, statusText::set, this::showReceipt);
        receipts = new ChangeReceiptPages(dialogFrame, next, new ChangeReceiptPages.ReceiptActions(undone -> {
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
        return statusText;
    }

    /** Opens the questions of a form; a change that runs or ended unseen comes first, and so does the same form. */
    public void open(ChangeIntentForm intentForm) {
        if (!beginsFresh(intentForm)) {
            reveal();
            return;
        }
        var context = services.clusters().get().openContext();
        dialogFrame.setTitle(intentForm.title(),
                intentForm.subjectText().isEmpty() ? MESSAGES.text("dialog.cluster", context)
                        : MESSAGES.text("dialog.subject", intentForm.subjectText(), context));
        raise();
        choose(intentForm);
    }

    /** Opens the preview of an intent; a change that runs or ended unseen comes first. */
    public void open(ChangeIntent changeIntent) {
        open(changeIntent, _ -> {});
    }

    /** Opens the preview of an intent, and passes the preview on where it is refused. */
    public void open(ChangeIntent changeIntent, Consumer<PlanPreview> refused) {
        if (beginsFresh(null)) {
            refusal = refused;
            preview(changeIntent);
        }
        reveal();
    }

    /** Returns whether nothing else has to be shown first. A form that led to another change is come back to after it. */
    private boolean beginsFresh(@Nullable ChangeIntentForm intentForm) {
        boolean same = intentForm != null
                && hiddenForm().filter(each -> each.title().equals(intentForm.title())).isPresent();
        boolean free = !same && (statusText.get().isEmpty() || hiddenForm().isPresent());
        if (free) {
            left = intent == null && left == null ? form : left;
            form = intentForm;
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
            Optional.ofNullable(form).ifPresent(
                    pendingIntentForm -> statusText.set(MESSAGES.text("status.formWaits", pendingIntentForm.title())));
            node.setVisible(false);
            dialogFrame.giveBackFocus();
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
            statusText.set("");
            left = null;
            forget();
        }
    }

    /** Returns the action that undoes a run of the journal; empty where there is none or changes are not allowed. */
    public Optional<Runnable> undoAction(String run) {
        return receipts.undoIntent(run).filter(_ -> services.clusters().get().readOnlyReason().isEmpty())
                .map(this::undoOpener);
    }

    private Runnable undoOpener(ChangeIntent undo) {
        return () -> open(undo);
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
        dialogFrame.attachTo(node);
        node.setVisible(true);
        statusText.set(running ? statusText.get() : "");
        dialogFrame.focus();
    }

    /** Closes the dialog, or asks first if answers would be lost; asked for again, it stays open. */
    public void leave() {
        if (dialogFrame.isAsking()) {
            dialogFrame.withdrawQuestion();
        } else if (!running && form != null && FormChangeTracker.forForm(form).hasChanges()) {
            dialogFrame.askBeforeLeaving(this::close);
        } else {
            close();
        }
    }

    /** Hides the dialog, or returns to the form that led here. What is not under way is forgotten. */
    public void close() {
        node.setVisible(false);
        dialogFrame.giveBackFocus();
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
        dialogFrame.clear();
    }

    private void choose(ChangeIntentForm intentForm) {
        intent = null;
        FormChangeTracker.forForm(intentForm);
        dialogFrame.markStage(ChangeStage.CHOOSE, false);
        dialogFrame.show(intentForm.node(), intentForm.fillsSheet());
        var next = ChangeDialogFrame.primaryButton(MESSAGES.text("dialog.preview"), "accent",
                () -> intentForm.intent().getValue().ifPresent(this::preview));
        next.setDefaultButton(true);
        answers.unsubscribe();
        answers = intentForm.intent().subscribe(wanted -> next.setDisable(wanted.isEmpty()))
                .and(intentForm.problemProperty().subscribe(dialogFrame::setHint));
        dialogFrame.setButtons(InputControlFactory.button(MESSAGES.text("dialog.cancel"), this::close), next);
        intentForm.focus();
    }

    private void preview(ChangeIntent changeIntent) {
        intent = changeIntent;
        answers.unsubscribe();
        if (form == null) {
            dialogFrame.setTitle(changeIntent.summaryText(),
                    MESSAGES.text("dialog.cluster", services.clusters().get().openContext()));
        }
        dialogFrame.markStage(ChangeStage.PREVIEW, false);
        showWaiting(MESSAGES.text("run.previewing"));
        var bound = planner;
        rehearsal.submit(() -> RunnerBoundChangePreview.compute(changeIntent, services, bound));
    }

    private void showWaiting(String text) {
        dialogFrame.setHint("");
        dialogFrame.showWaiting(text);
        dialogFrame.setButtons(InputControlFactory.button(MESSAGES.text("dialog.cancel"), this::close));
    }

    private void showPreview(RunnerBoundChangePreview rehearsed) {
        planner = rehearsed.planner();
        var preview = rehearsed.preview();
        var displayedPlanPreviewPane = new PlanPreviewPane(preview, rehearsed.layoutEffects(),
                services.commandTarget());
        dialogFrame.show(displayedPlanPreviewPane.node());
        dialogFrame.setButtons(InputControlFactory.button(MESSAGES.text("dialog.cancel"), this::close));
        offerBack(intentForm -> intentForm.goTo(preview));
        dialogFrame.setHint(rehearsed.summaryText(zone));
        if (preview.isRefused()) {
            dialogFrame.addButtons(RefusedPreviewButtonFactory.buttonsFor(preview, this::preview));
            refusal.accept(preview);
        } else if (!preview.nothingToDo()) {
            var apply = ChangeDialogFrame.primaryButton(preview.plan().headlineText(),
                    displayedPlanPreviewPane.needsConfirmation() ? "danger" : "accent", () -> apply(preview));
            displayedPlanPreviewPane.confirmed().subscribe(yes -> apply.setDisable(!yes));
            dialogFrame.addButtons(apply);
        }
        displayedPlanPreviewPane.focus();
    }

    private void offerBack(Consumer<ChangeIntentForm> then) {
        var intentForm = form;
        if (intentForm != null) {
            dialogFrame.addButtons(InputControlFactory.button(MESSAGES.text("dialog.back"), () -> {
                choose(intentForm);
                then.accept(intentForm);
            }));
        }
        receipts.backButton().ifPresent(dialogFrame::addButtons);
    }

    private void apply(PlanPreview preview) {
        running = true;
        statusText.set(MESSAGES.text("status.running"));
        dialogFrame.markStage(ChangeStage.APPLY, false);
        showWaiting(MESSAGES.text("run.starting"));
        dialogFrame.setButtons();
        var bound = Objects.requireNonNull(planner);
        beginning.submit(() -> bound.apply(preview));
    }

    private void followRun(PlanRun planRun) {
        Optional.ofNullable(form).map(FormChangeTracker::forForm).ifPresent(FormChangeTracker::markSettled);
        pages.followRun(planRun);
    }

    private void showReceipt(PlanRunReceipt receipt) {
        finishRun(receipt.ending() == PlanRunReceipt.PlanRunEnding.DONE ? MESSAGES.text("status.done")
                : MESSAGES.text("status.failed"));
        receipts.add(receipt);
        halt.onEnded(() -> preview(receipt.intent()));
    }

    private void finishRun(String text) {
        running = false;
        statusText.set(isOpen() ? "" : text);
    }

    private void showProblem(Problem problem) {
        if (running) {
            finishRun(MESSAGES.text("status.notStarted"));
        }
        dialogFrame.show(ChangePageBlockFactory.section(ChangePageBlockFactory.problemBox(problem)));
        dialogFrame.setHint("");
        dialogFrame.setButtons(InputControlFactory.button(MESSAGES.text("dialog.close"), this::close));
        offerBack(_ -> {});
        var changeIntent = intent;
        if (changeIntent != null) {
            dialogFrame.addButtons(ChangeDialogFrame.primaryButton(MESSAGES.text("dialog.planAgain"), "accent",
                    () -> preview(changeIntent)));
        }
    }

    /**
     * A preview with the plan runner that made it and alone can apply it.
     *
     * @param layoutEffects how it divides GPUs, which are drawn as the inspector draws them
     */
    private record RunnerBoundChangePreview(PlanRunner planner, PlanPreview preview,
            List<MigLayoutEffect> layoutEffects) {

        /**
         * Computes the preview of an intent in the open cluster; waits for it.
         *
         * @param bound who rehearsed before; what belongs to one cluster is never planned for another that was opened since
         */
        static RunnerBoundChangePreview compute(ChangeIntent changeIntent, OpenClusterSource services,
                @Nullable PlanRunner bound) throws ProblemException, InterruptedException {
            var open = services.clusterServices().planRunner();
            if (bound != null && !bound.equals(open)) {
                throw new ProblemException(
                        Problem.of(OperationProblemKind.CONFLICT, MESSAGES.reason("run.clusterChanged"))
                                .withRemedy(MESSAGES.text("run.clusterChangedRemedy")));
            }
            var preview = open.preview(changeIntent);
            return new RunnerBoundChangePreview(open, preview,
                    CurrentMigGpuTileReader.replaceBefore(services, preview.effects().migLayouts()));
        }

        /** Returns the time of the preview and its result as text. */
        String summaryText(ZoneId zone) {
            var time = HaltedChangeRunActions.CLOCK.format(preview.createdAt().atZone(zone));
            if (preview.isRefused()) {
                return MESSAGES.text("run.refused", time);
            }
            return MESSAGES.text(preview.nothingToDo() ? "run.nothingToDo" : "run.dryRunPassed", time);
        }
    }

    /** Overlay over the window while a change is made; narrow, it is {@code :tight} for style sheets. FX thread. */
    private static final class ChangeDialogOverlay extends StackPane {

        private static final PseudoClass TIGHT = PseudoClass.getPseudoClass("tight");
        private static final double NARROW = 1360;

        ChangeDialogOverlay() {
            setId("change");
            getStyleClass().add("change-veil");
            setVisible(false);
            widthProperty().subscribe(
                    width -> pseudoClassStateChanged(TIGHT, width.doubleValue() > 0 && width.doubleValue() < NARROW));
        }
    }

    /** The actions for a refused preview. FX thread. */
    private static final class RefusedPreviewButtonFactory {

        private RefusedPreviewButtonFactory() {}

        /** @param rehearse has something looked at anew, which changes nothing */
        static Button[] buttonsFor(PlanPreview preview, Consumer<ChangeIntent> rehearse) {
            var ways = new ArrayList<>(List.of(InputControlFactory.button(MESSAGES.text("dialog.planAgain"),
                    () -> rehearse.accept(preview.intent()))));
            var edit = overwriteIntent(preview).orElse(null);
            if (edit != null) {
                ways.add(ChangeDialogFrame.primaryButton(MESSAGES.text("dialog.overwrite"), "danger",
                        () -> rehearse.accept(edit)));
            }
            return ways.toArray(Button[]::new);
        }

        /** Returns the edit with force over the changes of others; empty where a conflict is not the only reason. */
        private static Optional<ChangeIntent> overwriteIntent(PlanPreview preview) {
            if (preview.intent() instanceof EditObjectIntent edit && !edit.force() && preview.refusalReasons().stream()
                    .allMatch(reason -> reason.kind() == OperationProblemKind.CONFLICT)) {
                return Optional.of(edit.withForce());
            }
            return Optional.empty();
        }
    }

    /** Tracks whether the user has changed the answers of a form from what it proposed. FX thread. */
    private static final class FormChangeTracker {

        private final ChangeIntentForm form;
        /** What stood there when somebody first put a hand to it: forms go on to fill themselves in until then. */
        private @Nullable List<Object> proposed;

        private FormChangeTracker(ChangeIntentForm form) {
            this.form = form;
            form.node().addEventFilter(KeyEvent.KEY_PRESSED, event -> noteProposal());
            form.node().addEventFilter(MouseEvent.MOUSE_PRESSED, event -> noteProposal());
        }

        private void noteProposal() {
            if (proposed == null) {
                proposed = answers();
            }
        }

        /** Returns the tracker of a form, created at the first call. */
        static FormChangeTracker forForm(ChangeIntentForm form) {
            return (FormChangeTracker) form.node().getProperties().computeIfAbsent(FormChangeTracker.class,
                    _ -> new FormChangeTracker(form));
        }

        boolean hasChanges() {
            return proposed != null && !proposed.equals(answers());
        }

        /** Forgets the changes, because they have had their effect. */
        void markSettled() {
            proposed = null;
        }

        private List<Object> answers() {
            var answers = new ArrayList<Object>(List.of(form.intent().getValue()));
            form.node().lookupAll("*").stream().map(FormChangeTracker::answerOf).forEach(answers::add);
            answers.removeIf(""::equals);
            return answers;
        }

        private static Object answerOf(Node node) {
            return switch (node) {
                case TextInputControl field -> Objects.requireNonNullElse(field.getText(), "");
                case ComboBoxBase<?> choice -> Objects.requireNonNullElse(choice.getValue(), "");
                case CheckBox box -> box.isSelected();
                case Toggle toggle -> toggle.isSelected();
                default -> "";
            };
        }
    }
}
