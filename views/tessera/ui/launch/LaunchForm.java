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
import tessera.insight.AcceleratorCatalog;
import tessera.launch.LaunchDraft;
import tessera.launch.TemplateLibrary;
import tessera.launch.TemplateParameter;
import tessera.launch.WorkloadTemplate;
import tessera.model.Problem;
import tessera.plan.PlanPreview;
import tessera.plan.intent.LaunchIntent.Launch;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.change.FormResult;
import tessera.ui.change.RemedyChanges;
import tessera.ui.change.ResultForm;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.launch.LintedDraft.FormContents;

/** Which workload is to run: a template, what it leaves open, and beside it the manifest that comes of it. */
final class LaunchForm implements ResultForm {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String ASKED = "The cluster is asked what it has";
    private static final String LOOKING = "Looking what the cluster offers…";

    private final TemplateList list = new TemplateList(this::lack, this::choose);
    private final VBox place = new VBox();
    private final Map<String, LaunchDraft> drafts = new HashMap<>();
    private final LaunchFit fitting;
    private final ManifestPreview outlook;
    private final ScrollPane questions = ScrolledPage.down(place);
    private final BorderPane node = new BorderPane();
    private final FormResult result = new FormResult();
    private final NamedObjects named;
    private final AsyncQuery<LintedDraft> looking = new AsyncQuery<>(this::show, this::excuse);
    private final AsyncQuery<LaunchOffer> asking = new AsyncQuery<>(this::know, this::unheard);
    private final AsyncQuery.QuerySource<LaunchOffer> offer;
    private @Nullable LaunchOffer offered;
    private @Nullable LaunchDraft draft;
    private boolean printing;
    private TemplateFields fields;
    private WorkloadTemplate template = TemplateLibrary.bundled().all().getFirst();

    LaunchForm(AppServices desk, AcceleratorCatalog accelerators, RemedyChanges remedies) {
        fitting = new LaunchFit(desk, accelerators, remedies);
        named = new NamedObjects(desk, this::look);
        outlook = new ManifestPreview(this::look, this::anew, fitting.node());
        fields = new TemplateFields(template, Map.of(), this::look);
        result.complain(LOOKING);
        var asked = new BorderPane(questions);
        asked.getStyleClass().add("launch-questions");
        node.setLeft(list.node());
        var both = new BorderPane(outlook.node());
        both.setLeft(asked);
        node.setCenter(both);
        list.first();
        offer = () -> LaunchOffer.read(desk, accelerators);
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

    private String lack(WorkloadTemplate one) {
        var known = offered;
        return known == null ? "" : known.lack(one);
    }

    private void know(LaunchOffer known) {
        offered = known;
        list.offer(known.templates());
        fields.offer(known);
        fields.settle(WorkloadTemplate.NAMESPACE, known.namespaces(), known.home());
        look();
    }

    private void excuse(Problem why) {
        result.complain(why.sentence());
    }

    private void choose(WorkloadTemplate chosen) {
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
                fields.settle(WorkloadTemplate.NAMESPACE, known.namespaces(), known.home());
            }
        }
        place.getChildren().setAll(fields.node());
        questions.setVvalue(0);
        look();
    }

    /** Where the template before goes, unless nobody need have answered that and the one that is chosen says it itself. */
    private Map<String, String> kept(WorkloadTemplate chosen) {
        var known = offered;
        var said = fields.settings().get(WorkloadTemplate.NAMESPACE);
        var here = said == null && template.goesAnywhere()
                ? template.parameter(WorkloadTemplate.NAMESPACE).map(TemplateParameter::usual).orElse(null)
                : said;
        boolean free = chosen.goesAnywhere() || (said != null && known != null && !known.home().equals(said));
        return here != null && known != null && free ? Map.of(WorkloadTemplate.NAMESPACE, here) : Map.of();
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
        var written = new FormContents(template, shown, outlook.text(), settings);
        result.complain("");
        var around = named.around(known.around());
        looking.ask(() -> written.look(known, around));
    }

    private void show(LintedDraft looked) {
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

    private void tell(LaunchDraft now) {
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
    public void goTo(PlanPreview preview) {
        outlook.goTo(preview);
    }

    @Override
    public void focus() {
        fitting.again();
        named.forget();
        list.focus();
    }
}
