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
import tessera.plan.PlanRunner;
import tessera.plan.RunReceipt;
import tessera.plan.intent.ChangeIntent;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.change.StepTrail.Stop;

/**
 * The one sheet on which changes are made: choose, see what it would bring, watch it being done, read what became of it.
 * Closing it while a change is under way hides it; the change goes on and can be looked at again. FX thread.
 */
public final class ChangeSheet {

    private final AppServices desk;
    private final ZoneId zone;
    private final ReceiptPages receipts;
    private final DialogVeil node = new DialogVeil();
    private final SheetFrame sheet;
    private final StringProperty news = new SimpleStringProperty("");
    private final AsyncQuery<RehearsedPreview> rehearsal = new AsyncQuery<>(this::show, this::excuse);
    private final AsyncQuery<PlanRun> beginning = new AsyncQuery<>(this::follow, this::excuse);
    private @Nullable ChangeForm form;
    private @Nullable ChangeForm left;
    private @Nullable ChangeIntent intent;
    private @Nullable PlanRunner planner;
    private Consumer<PlanPreview> refusal = _ -> {};
    private boolean running;
    private final HaltActions halt;
    private final RunPages pages;
    private final AfterChange next;
    private Subscription answers = Subscription.EMPTY;

    /** A sheet that is closed. */
    public ChangeSheet(AppServices desk, ZoneId zone, AfterChange next) {
        this.desk = desk;
        this.zone = zone;
        this.next = next;
        sheet = new SheetFrame(this::leave);
        halt = new HaltActions(desk, sheet, zone);
        pages = new RunPages(sheet, halt, news::set, this::ended);
        receipts = new ReceiptPages(sheet, next, new ReceiptPages.ReceiptLinks(undone -> {
            form = null;
            rehearse(undone);
        }, this::rehearse, this::close));
    }

    public Node node() {
        return node;
    }

    public boolean isOpen() {
        return node.isVisible();
    }

    /** What is to be told of a change wherever the user is: that it is under way, waits, or ended unseen; else empty. */
    public ReadOnlyStringProperty newsProperty() {
        return news;
    }

    /** Begins with the questions of a form; a change that is under way, or ended unseen, comes first, and so do the same questions. */
    public void open(ChangeForm questions) {
        if (!begins(questions)) {
            reveal();
            return;
        }
        var place = "in " + desk.clusters().get().open();
        sheet.title(questions.title(), questions.subject().isEmpty() ? place : questions.subject() + "  ·  " + place);
        rise();
        choose(questions);
    }

    /** Begins with what is wanted already; a change that is under way, or ended unseen, comes first. */
    public void open(ChangeIntent wanted) {
        open(wanted, _ -> {});
    }

    /** The same; what comes of it where it cannot be done is told to somebody as well. */
    public void open(ChangeIntent wanted, Consumer<PlanPreview> refused) {
        if (begins(null)) {
            refusal = refused;
            rehearse(wanted);
        }
        reveal();
    }

    /** Whether nothing comes first. A form that led to another change is come back to after it. */
    private boolean begins(@Nullable ChangeForm questions) {
        boolean same = questions != null && aside().filter(each -> each.title().equals(questions.title())).isPresent();
        boolean free = !same && (news.get().isEmpty() || aside().isPresent());
        if (free) {
            left = intent == null && left == null ? form : left;
            form = questions;
            refusal = _ -> {};
            planner = null;
        }
        return free;
    }

    /**
     * Shows an object that lies behind. Questions step aside for it, with their answers: they are come back to by what is told of
     * them, or after another change.
     */
    public void lookAt(ObjectRef object) {
        if (intent == null && isOpen()) {
            Optional.ofNullable(form).ifPresent(waiting -> news.set("“%s” waits ▸".formatted(waiting.title())));
            node.setVisible(false);
            sheet.giveBack();
        }
        next.show(object);
    }

    /** The questions that stepped aside. */
    private Optional<ChangeForm> aside() {
        return Optional.ofNullable(form).filter(_ -> intent == null && !isOpen());
    }

    /** Forgets questions that stepped aside: what is answered of one cluster means nothing in another. */
    public void leaveCluster() {
        receipts.leaveCluster();
        if (aside().isPresent()) {
            news.set("");
            left = null;
            forget();
        }
    }

    /** How a run that the journal tells of is taken back from here; empty where nothing does, or nothing may be changed. */
    public Optional<Runnable> undoing(String run) {
        return receipts.undo(run).filter(_ -> desk.clusters().get().refusal().isEmpty()).map(undo -> () -> open(undo));
    }

    /** Whether a change is under way, so that the window must stay and the cluster must not be left. */
    public boolean busy() {
        return running;
    }

    /** Shows the change that is under way, or what became of it, again. */
    public void reveal() {
        rise();
        if (form != null && intent == null) {
            form.focus();
        }
    }

    private void rise() {
        sheet.lieOn(node);
        node.setVisible(true);
        news.set(running ? news.get() : "");
        sheet.focus();
    }

    /** Closes the sheet, or asks before what was entered in it is lost; asked for again, it stays. */
    public void leave() {
        if (sheet.asks()) {
            sheet.settle();
        } else if (!running && form != null && FormInput.of(form).any()) {
            sheet.ask(this::close);
        } else {
            close();
        }
    }

    /** Hides the sheet, or comes back to the form that led here. What is not under way is forgotten. */
    public void close() {
        node.setVisible(false);
        sheet.giveBack();
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

    private void choose(ChangeForm questions) {
        intent = null;
        FormInput.of(questions);
        sheet.mark(Stop.CHOOSE, false);
        sheet.show(questions.node(), questions.roomy());
        var next = SheetFrame.primary("Preview", "accent",
                () -> questions.intent().getValue().ifPresent(this::rehearse));
        next.setDefaultButton(true);
        answers.unsubscribe();
        answers = questions.intent().subscribe(wanted -> next.setDisable(wanted.isEmpty()))
                .and(questions.complaint().subscribe(sheet::hint));
        sheet.buttons(SheetFrame.plain("Cancel", this::close), next);
        questions.focus();
    }

    private void rehearse(ChangeIntent wanted) {
        intent = wanted;
        answers.unsubscribe();
        if (form == null) {
            sheet.title(wanted.words(), "in " + desk.clusters().get().open());
        }
        sheet.mark(Stop.PREVIEW, false);
        waiting("Asking the server what it would make of it…");
        var bound = planner;
        rehearsal.ask(() -> RehearsedPreview.of(wanted, desk, bound));
    }

    private void waiting(String words) {
        sheet.hint("");
        sheet.await(words);
        sheet.buttons(SheetFrame.plain("Cancel", this::close));
    }

    private void show(RehearsedPreview rehearsed) {
        planner = rehearsed.planner();
        var preview = rehearsed.preview();
        var shown = new PreviewPane(preview, rehearsed.divisions(), desk.target());
        sheet.show(shown.node());
        sheet.buttons(SheetFrame.plain("Cancel", this::close));
        offerBack(questions -> questions.goTo(preview));
        sheet.hint(rehearsed.words(zone));
        if (preview.refused()) {
            sheet.addButtons(WaysOn.of(preview, this::rehearse));
            refusal.accept(preview);
        } else if (!preview.nothingToDo()) {
            var apply = SheetFrame.primary(preview.plan().headline(), shown.dangerous() ? "danger" : "accent",
                    () -> apply(preview));
            shown.confirmed().subscribe(yes -> apply.setDisable(!yes));
            sheet.addButtons(apply);
        }
        shown.focus();
    }

    private void offerBack(Consumer<ChangeForm> then) {
        Optional.ofNullable(form).ifPresent(questions -> sheet.addButtons(SheetFrame.plain("Back", () -> {
            choose(questions);
            then.accept(questions);
        })));
        receipts.back().ifPresent(sheet::addButtons);
    }

    private void apply(PlanPreview preview) {
        running = true;
        news.set("A change is under way ▸");
        sheet.mark(Stop.APPLY, false);
        waiting("Beginning…");
        sheet.buttons();
        var bound = Objects.requireNonNull(planner);
        beginning.ask(() -> bound.apply(preview));
    }

    private void follow(PlanRun begun) {
        Optional.ofNullable(form).map(FormInput::of).ifPresent(FormInput::settle);
        pages.follow(begun);
    }

    private void ended(RunReceipt receipt) {
        end(receipt.ending() == RunReceipt.RunEnding.DONE ? "A change was made ▸"
                : "A change went wrong or was stopped ▸");
        receipts.add(receipt);
        halt.ended(() -> rehearse(receipt.intent()));
    }

    private void end(String words) {
        running = false;
        news.set(isOpen() ? "" : words);
    }

    private void excuse(Problem why) {
        if (running) {
            end("A change could not begin ▸");
        }
        sheet.show(TextPieces.section(TextPieces.problem(why)));
        sheet.hint("");
        sheet.buttons(SheetFrame.plain("Close", this::close));
        offerBack(_ -> {});
        Optional.ofNullable(intent).ifPresent(
                wanted -> sheet.addButtons(SheetFrame.primary("Plan again", "accent", () -> rehearse(wanted))));
    }
}
