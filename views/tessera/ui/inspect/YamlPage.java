package tessera.ui.inspect;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.intent.EditObject;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingReader;
import tessera.ui.change.AtFault;
import tessera.ui.kit.IconFont;
import tessera.ui.kit.SelectableText;
import tessera.ui.yaml.YamlPane;

/** The inspector's page with an object as YAML, read anew while it is in sight; edited, it becomes a change. FX thread. */
final class YamlPage {

    private static final Duration PACE = Duration.ofSeconds(5);

    private final AppServices desk;
    private final DateTimeFormatter clock;
    private final Label note = SelectableText.wrapped("", "small", "yaml-note");
    private final YamlPane yaml = new YamlPane("inspector-yaml");
    private final BorderPane page = new BorderPane();
    private final CheckMenuItem managed = new CheckMenuItem("Managed fields");
    private final MenuButton view = new MenuButton("View", null, managed);
    private final EditDrafts drafts = new EditDrafts();
    private final PollingQuery<YamlAnswer> reading;
    private final Problems problem;
    private Optional<YamlAnswer> shown = Optional.empty();
    private Optional<String> against = Optional.empty();
    private volatile YamlQuery asked = new YamlQuery(ObjectRef.node(""), false);
    private Optional<EditSession> editing = Optional.empty();
    private YamlEdits edits;
    private ObjectRef target = ObjectRef.node("");

    /**
     * An empty page.
     *
     * @param time    the steps in which it may be read anew, and where that is told
     * @param again   reads once more
     * @param problem prints why there is nothing to show
     */
    YamlPage(AppServices desk, InspectorView.Time time, Runnable again, Problems problem) {
        this.desk = desk;
        this.problem = problem;
        edits = new YamlEdits((wanted, refused) -> {}, object -> desk.clusters().get().refusal());
        clock = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(time.zone());
        note.setId("inspector-yaml-note");
        reading = new PollingQuery<>(desk, time.now(), PACE,
                new PollingReader<>(this::ask, this::found, this::failed, () -> {}));
        var anew = new MenuItem("Read again");
        anew.setOnAction(event -> again.run());
        managed.setId("inspector-yaml-managed");
        managed.setOnAction(event -> again.run());
        view.setId("inspector-yaml-view");
        view.getItems().add(anew);
    }

    /** An edit that has begun of what was read. */
    private record EditSession(EditDrafts.DraftPlace place, YamlAnswer original) {}

    /** What is read, and how. */
    private record YamlQuery(ObjectRef object, boolean managed) {}

    /**
     * What was read.
     *
     * @param object where the cluster has it
     * @param at     when it came; empty where that is no longer known
     */
    private record YamlAnswer(YamlQuery asked, ObjectRef object, YamlPane.Ready ready, Optional<Instant> at) {

        String text() {
            return ready.text();
        }
    }

    /** Prints problems. */
    interface Problems {
        void show(VBox page, Problem problem);
    }

    BorderPane node() {
        return page;
    }

    /** Has what is edited become a change, unless something is against that. */
    void edits(YamlEdits ways) {
        edits = ways;
    }

    /** Is told that something that was edited is in the cluster: it is no draft any more. */
    void edited(EditObject edit) {
        var place = place(edit.object());
        drafts.forget(place, edit.after());
        if (editing.filter(begun -> begun.place().equals(place)).isPresent() && yaml.text().equals(edit.after())) {
            showAgain();
        }
    }

    private void showAgain() {
        shown.ifPresent(this::show);
        reading.again();
    }

    /** Looks at nothing; what is being read is not waited for, and what was edited is kept for whoever comes back. */
    void clear() {
        var text = yaml.text();
        editing.filter(begun -> !text.equals(begun.original().text()))
                .ifPresent(begun -> drafts.keep(begun.place(), new EditDrafts.EditDraft(begun.original().object(),
                        begun.original().text(), begun.original().asked().managed(), text)));
        reading.watch(false);
        shown = Optional.empty();
        unedited(yaml.ready(""));
    }

    /** Reads an object while its page is in sight, and nothing while another is. */
    void look(ObjectRef object, boolean chosen) {
        if (chosen && (!yaml.edited() || !object.equals(target))) {
            begin(object);
        }
        reading.watch(chosen);
    }

    private void unedited(YamlPane.Ready text) {
        editing = Optional.empty();
        yaml.show(text);
    }

    private YamlAnswer ask() throws Failure, InterruptedException {
        var wanted = asked;
        var object = desk.reached().place(wanted.object());
        return new YamlAnswer(wanted, object, yaml.ready(desk.reached().yaml(object, wanted.managed())),
                Optional.of(Clock.systemUTC().instant()));
    }

    private void found(YamlAnswer now) {
        if (!now.asked().equals(asked)) {
            return;
        }
        var before = shown;
        shown = Optional.of(now);
        if (editing.isPresent()) {
            meanwhile(editing.get().original(), now);
        } else if (before.isEmpty()) {
            show(now);
        } else {
            if (!now.text().equals(before.get().text())) {
                yaml.renew(now.text());
            }
            if (!against.equals(edits.against().apply(now.object()))) {
                readingTools();
            }
            readingNote(now);
        }
    }

    /** When it was read, and why it cannot be edited: beside its buttons a reason would leave nothing of their names. */
    private void readingNote(YamlAnswer answer) {
        note(answer.at().map(at -> "Read at " + clock.format(at)
                + against.map("; it cannot be edited: "::concat).orElse("")).orElse(""), false);
    }

    private void meanwhile(YamlAnswer original, YamlAnswer now) {
        boolean other = !now.text().equals(original.text());
        boolean anew = !now.ready().uid().equals(original.ready().uid());
        note(other ? "%s in the cluster since this was read%s; Discard shows %s as it is now"
                .formatted(anew ? "Deleted and made anew" : "Changed", original.at()
                        .map(at -> " at " + clock.format(at)).orElse(""), anew ? "the new one" : "it")
                : "Not changed in the cluster, as of " + now.at().map(clock::format).orElse(""), other);
    }

    private void failed(Problem why) {
        if (shown.isEmpty() && editing.isEmpty()) {
            var box = new VBox();
            problem.show(box, why);
            page.setTop(null);
            page.setCenter(box);
            return;
        }
        var last = shown.flatMap(YamlAnswer::at).map(clock::format);
        note((why.kind() == Problem.ProblemKind.NOT_FOUND ? "It is gone" : "It cannot be read anew")
                + last.map("; this is from "::concat).orElse("") + ": " + why.headline(), true);
    }

    private void note(String words, boolean warning) {
        note.setText(words);
        note.getStyleClass().removeAll("muted", "warn-text");
        note.getStyleClass().add(warning ? "warn-text" : "muted");
    }

    private EditDrafts.DraftPlace place(ObjectRef object) {
        return new EditDrafts.DraftPlace(desk.clusters().get().open(), object);
    }

    /** Takes away what stands there, too. */
    void leave() {
        clear();
        page.setTop(null);
        page.setCenter(null);
    }

    private void begin(ObjectRef object) {
        target = object;
        asked = new YamlQuery(object, managed.isSelected());
        var draft = drafts.take(place(object));
        if (draft.isPresent()) {
            managed.setSelected(draft.get().managed());
            asked = new YamlQuery(object, draft.get().managed());
            var original = new YamlAnswer(asked, draft.get().object(), yaml.ready(draft.get().original()),
                    Optional.empty());
            show(original);
            edit(original);
            yaml.put(draft.get().text());
        } else if (shown.filter(answer -> answer.asked().object().equals(object)).isEmpty()) {
            shown = Optional.empty();
            page.setCenter(InspectorSections.section("", SelectableText.label("Reading…", "muted")));
        }
    }

    private void show(YamlAnswer answer) {
        shown = Optional.of(answer);
        unedited(answer.ready());
        readingTools();
        readingNote(answer);
        page.setCenter(yaml.node());
    }

    private void readingTools() {
        var copy = new Button("Copy", IconFont.COPY.node());
        copy.setId("inspector-yaml-copy");
        copy.setOnAction(event -> SelectableText.copy(shown.map(YamlAnswer::text).orElse("")));
        tools(copy, folding(), view, editing());
    }

    private void tools(Node... parts) {
        var tools = new HBox(8, parts);
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("table-tools");
        page.setTop(new VBox(tools, note));
    }

    private Button folding() {
        var fold = new Button();
        fold.setId("inspector-yaml-fold");
        fold.textProperty().bind(Bindings.when(yaml.foldedProperty()).then("Unfold all").otherwise("Fold all"));
        fold.setOnAction(event -> yaml.fold(!yaml.foldedProperty().get()));
        return fold;
    }

    private Button editing() {
        var edit = new Button("Edit");
        edit.setId("inspector-yaml-edit");
        edit.setOnAction(event -> shown.ifPresent(this::edit));
        against = shown.flatMap(answer -> edits.against().apply(answer.object()));
        edit.setDisable(against.isPresent());
        return edit;
    }

    private void edit(YamlAnswer original) {
        editing = Optional.of(new EditSession(place(target), original));
        yaml.edit(true);
        var preview = new Button("Preview change…");
        preview.setId("inspector-yaml-preview");
        preview.getStyleClass().add("accent");
        var force = new CheckMenuItem("Overwrite what others change meanwhile in the same places");
        force.setId("inspector-yaml-force");
        // Two clicks away, as it stands where what begins an edit stood.
        var options = new MenuButton("Options", null, force);
        options.setId("inspector-yaml-options");
        preview.setOnAction(event -> {
            yaml.goToMistake();
            edits.begin().accept(new EditObject(original.object(), original.text(), yaml.text(), force.isSelected()),
                    AtFault.in(yaml));
        });
        var discard = new Button("Discard");
        discard.setId("inspector-yaml-discard");
        discard.setOnAction(event -> showAgain());
        tools(preview, discard, options);
    }
}
