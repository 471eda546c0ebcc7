package tessera.ui.launch;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.insight.Accelerators;
import tessera.launch.Draft;
import tessera.launch.Parameter;
import tessera.launch.Template;
import tessera.launch.Templates;
import tessera.model.Problem;
import tessera.plan.Preview;
import tessera.plan.intent.LaunchIntent.Launch;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.change.FormResult;
import tessera.ui.change.RemedyChanges;
import tessera.ui.change.ResultForm;
import tessera.ui.kit.Scrolled;
import tessera.ui.launch.Looked.Written;

/** Which workload is to run: a template, what it leaves open, and beside it the manifest that comes of it. */
final class LaunchForm implements ResultForm {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String ASKED = "The cluster is asked what it has";
    private static final String LOOKING = "Looking what the cluster offers…";

    private final TemplateList list = new TemplateList(this::lack, this::choose);
    private final VBox place = new VBox();
    private final Map<String, Draft> drafts = new HashMap<>();
    private final Fitting fitting;
    private final Outlook outlook;
    private final ScrollPane questions = Scrolled.down(place);
    private final BorderPane node = new BorderPane();
    private final FormResult result = new FormResult();
    private final NamedObjects named;
    private final Lookup<Looked> looking = new Lookup<>(this::show, this::excuse);
    private final Lookup<Offered> asking = new Lookup<>(this::know, this::unheard);
    private final Lookup.Source<Offered> offer;
    private @Nullable Offered offered;
    private @Nullable Draft draft;
    private boolean printing;
    private TemplateFields fields;
    private Template template = Templates.bundled().all().getFirst();

    LaunchForm(Desk desk, Accelerators accelerators, RemedyChanges remedies) {
        fitting = new Fitting(desk, accelerators, remedies);
        named = new NamedObjects(desk, this::look);
        outlook = new Outlook(this::look, this::anew, fitting.node());
        fields = new TemplateFields(template, Map.of(), this::look);
        result.complain(LOOKING);
        var asked = new BorderPane(questions);
        asked.getStyleClass().add("launch-questions");
        node.setLeft(list.node());
        var both = new BorderPane(outlook.node());
        both.setLeft(asked);
        node.setCenter(both);
        list.first();
        offer = () -> Offered.read(desk, accelerators);
        asking.ask(offer);
    }

    /** Without it nothing can be filled in: it is asked once more as soon as somebody wants that. */
    private void unheard(Problem why) {
        excuse(why);
        outlook.unheard(why.sentence(), () -> {
            result.complain(LOOKING);
            outlook.want(ASKED);
            asking.ask(offer);
        });
    }

    private String lack(Template one) {
        var known = offered;
        return known == null ? "" : known.lack(one);
    }

    private void know(Offered known) {
        offered = known;
        list.offer(known.templates());
        fields.offer(known);
        fields.settle(Template.NAMESPACE, known.namespaces(), known.home());
        look();
    }

    private void excuse(Problem why) {
        result.complain(why.sentence());
    }

    private void choose(Template chosen) {
        remember();
        var kept = kept(chosen);
        template = chosen;
        draft = drafts.get(chosen.id());
        var known = offered;
        var before = draft;
        fields = new TemplateFields(chosen, before == null ? kept : before.settings(), this::look);
        outlook.clear();
        if (before == null) {
            fitting.clear();
        } else {
            outlook.show(before, List.of(), "");
        }
        if (known != null) {
            fields.offer(known);
            if (before == null && kept.isEmpty() && chosen.goesAnywhere()) {
                fields.settle(Template.NAMESPACE, known.namespaces(), known.home());
            }
        }
        place.getChildren().setAll(fields.node());
        questions.setVvalue(0);
        look();
    }

    /** Where the template before goes, unless nobody need have answered that and the one that is chosen says it itself. */
    private Map<String, String> kept(Template chosen) {
        var known = offered;
        var said = fields.settings().get(Template.NAMESPACE);
        var here = said == null && template.goesAnywhere()
                ? template.parameter(Template.NAMESPACE).map(Parameter::usual).orElse(null)
                : said;
        boolean free = chosen.goesAnywhere() || (said != null && known != null && !known.home().equals(said));
        return here != null && known != null && free ? Map.of(Template.NAMESPACE, here) : Map.of();
    }

    /** What was typed for the template so far, also where nobody looked at it yet. */
    private void remember() {
        var shown = draft;
        if (shown != null && !shown.text().equals(outlook.text())) {
            drafts.put(template.id(), shown.type(outlook.text()));
        }
    }

    private void anew() {
        draft = null;
        look();
    }

    /** Looks at what comes of what is answered and typed by now, and says what is wrong. */
    private void look() {
        var known = offered;
        if (printing) {
            return;
        }
        if (known == null) {
            outlook.want(ASKED);
            return;
        }
        var settings = template.asksWhere() ? fields.settings() : template.at(known.home(), fields.settings());
        var wrong = template.wrong(settings);
        looking.cancel();
        fields.blame(wrong);
        if (!wrong.isEmpty()) {
            var first = wrong.values().iterator().next();
            result.complain(first);
            outlook.want(first);
            fitting.postpone("judged once the answers are mended");
            return;
        }
        var shown = draft;
        var written = new Written(template, shown, outlook.text(), settings);
        result.complain("");
        var around = named.around(known.around());
        looking.ask(() -> written.look(known, around));
    }

    private void show(Looked looked) {
        var known = offered;
        var now = looked.draft();
        draft = now;
        drafts.put(template.id(), now);
        if (now.obstacle().isEmpty()) {
            printing = true;
            fields.answer(now.settings());
            printing = false;
        }
        tell(now);
        fields.blame(looked.blamed());
        outlook.show(now, looked.findings(), looked.unchecked());
        fitting.ask(now);
        if (known != null) {
            named.ask(looked.manifest(), now.filled().namespace(), known.around());
        }
        var wrong = looked.complaint();
        result.set(wrong.isEmpty() ? lack(template) : wrong,
                () -> new Launch(looked.manifest().title(), looked.origin(), now.text(),
                        looked.manifest().namespace(now.filled().namespace()), PATIENCE));
    }

    private void tell(Draft now) {
        var known = offered;
        var all = now.filled().settings();
        var namespace = now.filled().namespace();
        if (known != null) {
            printing = true;
            fields.offerQueues(known.choices().queues().local().of(namespace));
            printing = false;
        }
        fields.tell(known == null ? "" : known.words(all, namespace), all.getOrDefault("tolerations", ""));
    }

    @Override
    public String title() {
        return "Launch a workload";
    }

    @Override
    public String subject() {
        return "from a template";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public boolean roomy() {
        return true;
    }

    @Override
    public FormResult result() {
        return result;
    }

    @Override
    public void goTo(Preview preview) {
        outlook.goTo(preview);
    }

    @Override
    public void focus() {
        fitting.again();
        named.forget();
        list.focus();
    }
}
