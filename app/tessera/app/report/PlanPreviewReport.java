package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.model.CopiedCommandContext;
import tessera.model.ForeignTextSanitizer;
import tessera.model.Problem;
import tessera.model.UnreadableObjects;
import tessera.plan.PlanPreview;
import tessera.plan.model.AdvertisedResourcesEffect;
import tessera.plan.model.MigLayoutEffect;
import tessera.plan.model.PodEffect;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.yaml.TerminalSafeJsonFormatter;

/** A report on the effects of a planned change. */
public final class PlanPreviewReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanPreviewReport.class);

    private final PlanPreview preview;
    private final CopiedCommandContext cluster;

    /** A format in which a preview is printed. */
    public enum PreviewFormat {
        /** For people: differences, effects, commands. */
        DIFF,
        /** Every object as it would be. */
        YAML,
        /** For programs; its shape is versioned. */
        JSON
    }

    public PlanPreviewReport(PlanPreview preview, CopiedCommandContext cluster) {
        this.preview = preview;
        this.cluster = cluster;
    }

    /**
     * Returns the preview in a format.
     *
     * @param unread what of the cluster could not be read
     */
    public String print(PreviewFormat format, UnreadableObjects unread) {
        return switch (format) {
            case DIFF -> previewText();
            case YAML -> preview.changes().stream().filter(change -> !change.after().isEmpty())
                    .map(change -> "---\n" + change.after()).collect(Collectors.joining());
            case JSON -> TerminalSafeJsonFormatter.format(UnreadableObjectsJsonWriter.put(unread, toJson()));
        };
    }

    /** Returns the problem of applying a plan that strands running pods without confirmation; empty where there is none. */
    public static Optional<Problem> missingConfirmation(PlanPreview preview, String confirmed) {
        int stranded = preview.effects().strandedPods().size();
        var asked = preview.plan().confirmationText();
        if (stranded == 0 || preview.nothingToDo() || confirmed.strip().equals(asked)) {
            return Optional.empty();
        }
        return Optional.of(Problem.of(Problem.OperationProblemKind.INVALID, MESSAGES.reason("plan.stranded", stranded))
                .withRemedy(MESSAGES.text("plan.stranded.remedy", asked)));
    }

    private String previewText() {
        var text = new StringBuilder(preview.plan().headlineText()).append("\n");
        if (preview.nothingToDo() && !preview.isRefused()) {
            return text.append(MESSAGES.text("plan.nothing")).toString();
        }
        appendSection(text, MESSAGES.text("plan.refused"),
                preview.refusalReasons().stream().map(Problem::textWithRemedy).toList());
        preview.changes().stream().filter(change -> !change.diff().isEmpty())
                .forEach(change -> text.append("\n").append(change.diff()));
        appendSection(text, MESSAGES.text("plan.nodes"),
                preview.effects().advertisedResources().stream().map(PlanPreviewReport::effectText).toList());
        appendSection(text, MESSAGES.text("plan.pods"),
                preview.effects().pods().stream().map(PlanPreviewReport::podEffectText).toList());
        appendSection(text, MESSAGES.text("plan.gpus"),
                preview.effects().migLayouts().stream().map(PlanPreviewReport::layoutEffectText).toList());
        appendSection(text, MESSAGES.text("plan.daemonSets"), preview
                .effects().daemonSets().stream().map(effect -> MESSAGES.text("plan.daemonSet", effect.namespace(),
                        effect.name(), String.join(", ", effect.taints()), String.join(", ", effect.nodes())))
                .toList());
        appendSection(text,
                preview.isRefused() ? MESSAGES.text("plan.effectsIfApplied") : MESSAGES.text("plan.warnings"),
                preview.plan().warningTexts());
        appendSection(text, MESSAGES.text("plan.strandedPods"),
                missingConfirmation(preview, "").stream().map(problem -> problem.textWithRemedy()).toList());
        appendSection(text, MESSAGES.text("plan.permissions"), preview.access().stream()
                .map(answer -> MESSAGES.text("plan.permission", answer.permission().accessText(), answer.allowed()))
                .distinct().toList());
        appendSection(text, MESSAGES.text("plan.commands", cluster.isSimulated()), commandLines());
        return text.toString();
    }

    /** Returns the equivalent commands; none where the plan is refused. */
    private List<String> commandLines() {
        if (preview.isRefused()) {
            return List.of();
        }
        return preview.plan().commands().stream().map(cluster::targetCommand).toList();
    }

    private static void appendSection(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append("\n").append(title).append(":\n");
            lines.forEach(line -> text.append("  ").append(ForeignTextSanitizer.singleLine(line)).append("\n"));
        }
    }

    private static String effectText(AdvertisedResourcesEffect effect) {
        boolean divided = effect.after().resources().keySet().stream().anyMatch(name -> name.contains("/mig-"));
        return "%s, %d × %s: %s → %s; %s".formatted(effect.node(), effect.gpus(),
                divided ? MESSAGES.text("plan.gpuOrInstance", effect.model()) : effect.model(),
                offerText(effect.before()), offerText(effect.after()), effect.text());
    }

    private static String offerText(AdvertisedResourcesEffect.NodeAdvertisedResources resources) {
        var amounts = resources.resources().entrySet().stream().map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
        return OptionalText.orElse(amounts, MESSAGES.text("plan.none")) + " (" + resources.sharing() + ")";
    }

    private static String layoutEffectText(MigLayoutEffect division) {
        var resources = division.resources().entrySet().stream()
                .map(entry -> "%+d %s".formatted(entry.getValue(), entry.getKey())).collect(Collectors.joining(", "));
        return "%s: %s → %s%s".formatted(division.node(),
                OptionalText.orElse(division.from(), MESSAGES.text("plan.none")), division.to(),
                resources.isEmpty() ? "" : " (" + resources + ")");
    }

    private static String podEffectText(PodEffect effect) {
        var concerns = effect.concerns().isEmpty() ? ""
                : " (" + effect.concerns().stream().map(concern -> MESSAGES.text("plan.concern", concern))
                        .collect(Collectors.joining(", ")) + ")";
        return "%-9s %s%s: %s%s".formatted(MESSAGES.text("plan.fate", effect.fate()), effect.pod().key(),
                acceleratorsText(effect), effect.text(), concerns);
    }

    private static String acceleratorsText(PodEffect effect) {
        if (effect.accelerators() == 0) {
            return "";
        }
        var counted = OptionalText.orElse(effect.amountText(),
                MESSAGES.text("plan.accelerators", effect.accelerators()));
        var amount = effect.isLowerBound() ? "≥" + counted : counted;
        return ", " + (effect.pod().holdsResources() ? amount : MESSAGES.text("plan.requested", amount));
    }

    private static String lowerCaseName(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Preview")
                .put("verb", preview.intent().verb()).put("words", preview.plan().headlineText())
                .put("at", preview.createdAt().toString()).put("user", preview.user())
                .put("refused", preview.isRefused());
        var reasons = json.putArray("reasons");
        preview.refusalReasons().forEach(reason -> reasons.add(ProblemJsonFormatter.toJson(reason)));
        json.set("readOnly", preview.changeBlock().map(ProblemJsonFormatter::toJson).orElse(null));
        var changes = json.putArray("changes");
        for (var change : preview.changes()) {
            changes.addObject().put("object", change.object().toString()).put("before", change.before())
                    .put("after", change.after()).put("diff", change.diff());
        }
        var steps = json.putArray("steps");
        preview.plan().steps().stream().filter(_ -> !preview.isRefused())
                .forEach(step -> steps.addObject().put("words", step.text())
                        .put("object", step.step().object().toString()).put("command", step.step().commandLine()));
        json.put("confirm", missingConfirmation(preview, "").map(_ -> preview.plan().confirmationText()).orElse(null));
        putEffects(json.putObject("effects"));
        var access = json.putArray("access");
        preview.access().forEach(answer -> access.addObject().put("words", answer.permission().accessText())
                .put("allowed", answer.allowed()).put("reason", answer.reason()));
        preview.plan().warningTexts().forEach(json.putArray("warnings")::add);
        json.set("warningReasons", ReasonJsonWriter.toJson(preview.plan().warnings()));
        commandLines().forEach(json.putArray("commands")::add);
        return json;
    }

    private static void putOffer(ObjectNode json, AdvertisedResourcesEffect.NodeAdvertisedResources resources) {
        json.put("config", resources.config()).put("sharing", resources.sharing());
        resources.resources().forEach(json.putObject("resources")::put);
    }

    private void putEffects(ObjectNode json) {
        var pods = json.putArray("pods");
        for (var effect : preview.effects().pods()) {
            var pod = pods.addObject().put("namespace", effect.pod().namespace()).put("name", effect.pod().name())
                    .put("node", effect.pod().node()).put("fate", lowerCaseName(effect.fate()))
                    .put("accelerators", effect.accelerators()).put("acceleratorsBound", lowerCaseName(effect.bound()))
                    .put("amount", effect.amountText()).put("words", effect.text());
            ReasonJsonWriter.put(pod, effect.reason());
            effect.concerns().stream().map(PlanPreviewReport::lowerCaseName).forEach(pod.putArray("concerns")::add);
            effect.budgets().forEach(pod.putArray("budgets")::add);
        }
        var offers = json.putArray("offers");
        for (var effect : preview.effects().advertisedResources()) {
            var node = offers.addObject().put("node", effect.node()).put("gpus", effect.gpus())
                    .put("pods", effect.pods()).put("held", effect.heldUnits()).put("excess", effect.excess())
                    .put("words", effect.text());
            ReasonJsonWriter.put(node, effect.holderEffect());
            putOffer(node.putObject("before"), effect.before());
            putOffer(node.putObject("after"), effect.after());
        }
        var divisions = json.putArray("divisions");
        for (var division : preview.effects().migLayouts()) {
            var node = divisions.addObject().put("node", division.node()).put("from", division.from()).put("to",
                    division.to());
            var resources = node.putObject("resources");
            division.resources().forEach(resources::put);
        }
        var daemonSets = json.putArray("daemonSets");
        for (var effect : preview.effects().daemonSets()) {
            var set = daemonSets.addObject().put("namespace", effect.namespace()).put("name", effect.name());
            effect.taints().forEach(set.putArray("taints")::add);
            effect.nodes().forEach(set.putArray("nodes")::add);
        }
    }
}
