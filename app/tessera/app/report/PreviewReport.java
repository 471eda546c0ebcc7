package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.model.CommandTarget;
import tessera.model.PlainText;
import tessera.model.Plurals;
import tessera.model.Problem;
import tessera.plan.PlanPreview;
import tessera.plan.model.MigLayoutEffect;
import tessera.plan.model.OfferEffect;
import tessera.plan.model.PodEffect;
import tessera.yaml.JsonText;

/** What a change would bring. */
public final class PreviewReport {

    private final PlanPreview preview;
    private final CommandTarget cluster;

    /** A form in which a preview is printed. */
    public enum PreviewForm {
        /** For people: differences, effects, commands. */
        DIFF,
        /** Every object as it would be. */
        YAML,
        /** For programs; its shape is versioned. */
        JSON
    }

    public PreviewReport(PlanPreview preview, CommandTarget cluster) {
        this.preview = preview;
        this.cluster = cluster;
    }

    public String print(PreviewForm form) {
        return switch (form) {
            case DIFF -> words();
            case YAML -> preview.changes().stream().filter(change -> !change.after().isEmpty())
                    .map(change -> "---\n" + change.after()).collect(Collectors.joining());
            case JSON -> JsonText.of(json());
        };
    }

    /** What is to be said by whoever applies it, where it strands running pods and nobody said so; empty else. */
    public static Optional<Problem> unconfirmed(PlanPreview preview, String confirmed) {
        int stranded = preview.effects().stranded().size();
        var asked = preview.plan().confirm();
        return stranded == 0 || preview.nothingToDo() || confirmed.strip().equals(asked) ? Optional.empty()
                : Optional.of(Problem.of(Problem.ProblemKind.INVALID, "This strands %s: no node can take %s".formatted(
                        Plurals.of(stranded, "running pod"), stranded == 1 ? "its replacement" : "their replacements"))
                        .withRemedy("To apply it anyway, add --confirm '%s'".formatted(asked)));
    }

    private String words() {
        var text = new StringBuilder(preview.plan().headline()).append("\n");
        if (preview.nothingToDo() && !preview.refused()) {
            return text.append("\nNothing to do: it is so already.\n").toString();
        }
        section(text, "Refused", preview.reasons().stream().map(Problem::advice).toList());
        preview.changes().stream().filter(change -> !change.diff().isEmpty())
                .forEach(change -> text.append("\n").append(change.diff()));
        section(text, "Nodes", preview.effects().offers().stream().map(PreviewReport::words).toList());
        section(text, "Pods", preview.effects().pods().stream().map(PreviewReport::words).toList());
        section(text, "GPUs", preview.effects().divisions().stream().map(PreviewReport::words).toList());
        section(text, "Kept away",
                preview.effects().daemonSets().stream().map(effect -> "DaemonSet %s/%s does not tolerate %s on %s"
                        .formatted(effect.namespace(), effect.name(), String.join(", ", effect.taints()),
                                String.join(", ", effect.nodes())))
                        .toList());
        section(text, preview.refused() ? "If it were done" : "Think of", preview.plan().warnings());
        section(text, "Stranded", unconfirmed(preview, "").stream().map(problem -> problem.advice()).toList());
        section(text, "It takes", preview.access().stream().map(answer -> answer.access().words()
                + (answer.allowed() ? ", which you may" : ", which you may not")).distinct().toList());
        section(text,
                "By hand"
                        + (cluster.simulated() ? ", on a cluster that lasts, as of “tessera demo” (this one ends with "
                                + "the command, and kubectl does not reach it)" : ""),
                commands());
        return text.toString();
    }

    /** None where it is refused: they would do what should not be done. */
    private List<String> commands() {
        return preview.refused() ? List.of() : preview.plan().commands().stream().map(cluster::of).toList();
    }

    private static void section(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append("\n").append(title).append(":\n");
            lines.forEach(line -> text.append("  ").append(PlainText.line(line)).append("\n"));
        }
    }

    private static String words(OfferEffect effect) {
        boolean divided = effect.after().resources().keySet().stream().anyMatch(name -> name.contains("/mig-"));
        return "%s, %d × %s: %s → %s; %s".formatted(effect.node(), effect.gpus(),
                divided ? "GPU or MIG instance of " + effect.model() : effect.model(),
                words(effect.before()), words(effect.after()), effect.words());
    }

    private static String words(OfferEffect.NodeOffer offer) {
        var amounts = offer.resources().entrySet().stream().map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
        return (amounts.isEmpty() ? "nothing" : amounts) + " (" + offer.sharing() + ")";
    }

    private static String words(MigLayoutEffect division) {
        var resources = division.resources().entrySet().stream()
                .map(entry -> "%+d %s".formatted(entry.getValue(), entry.getKey())).collect(Collectors.joining(", "));
        return "%s: %s → %s%s".formatted(division.node(), division.from().isEmpty() ? "nothing" : division.from(),
                division.to(), resources.isEmpty() ? "" : " (" + resources + ")");
    }

    private static String words(PodEffect effect) {
        var concerns = effect.concerns().isEmpty() ? ""
                : " (" + effect.concerns().stream().map(PreviewReport::lower).collect(Collectors.joining(", ")) + ")";
        return "%-9s %s%s: %s%s".formatted(lower(effect.fate()), effect.pod().key(),
                accelerators(effect), effect.words(), concerns);
    }

    private static String accelerators(PodEffect effect) {
        long count = effect.accelerators();
        return count == 0 ? ""
                : (effect.pod().holdsResources() ? ", " : ", asks for ") + count
                        + (count == 1 ? " accelerator" : " accelerators");
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Preview")
                .put("verb", preview.intent().verb()).put("words", preview.plan().headline())
                .put("at", preview.at().toString()).put("user", preview.user()).put("refused", preview.refused());
        var reasons = json.putArray("reasons");
        preview.reasons().forEach(reason -> reasons.add(ProblemsReport.json(reason)));
        json.set("readOnly", preview.standing().map(ProblemsReport::json).orElse(null));
        var changes = json.putArray("changes");
        for (var change : preview.changes()) {
            changes.addObject().put("object", change.object().toString()).put("before", change.before())
                    .put("after", change.after()).put("diff", change.diff());
        }
        var steps = json.putArray("steps");
        preview.plan().steps().stream().filter(_ -> !preview.refused())
                .forEach(step -> steps.addObject().put("words", step.words())
                        .put("object", step.step().object().toString()).put("command", step.step().command()));
        json.put("confirm", unconfirmed(preview, "").map(_ -> preview.plan().confirm()).orElse(null));
        effects(json.putObject("effects"));
        var access = json.putArray("access");
        preview.access().forEach(answer -> access.addObject().put("words", answer.access().words())
                .put("allowed", answer.allowed()).put("reason", answer.reason()));
        preview.plan().warnings().forEach(json.putArray("warnings")::add);
        commands().forEach(json.putArray("commands")::add);
        return json;
    }

    private static void offer(ObjectNode json, OfferEffect.NodeOffer offer) {
        json.put("config", offer.config()).put("sharing", offer.sharing());
        offer.resources().forEach(json.putObject("resources")::put);
    }

    private void effects(ObjectNode json) {
        var pods = json.putArray("pods");
        for (var effect : preview.effects().pods()) {
            var pod = pods.addObject().put("namespace", effect.pod().namespace()).put("name", effect.pod().name())
                    .put("node", effect.pod().node()).put("fate", lower(effect.fate()))
                    .put("accelerators", effect.accelerators()).put("words", effect.words());
            effect.concerns().stream().map(PreviewReport::lower).forEach(pod.putArray("concerns")::add);
            effect.budgets().forEach(pod.putArray("budgets")::add);
        }
        var offers = json.putArray("offers");
        for (var effect : preview.effects().offers()) {
            var node = offers.addObject().put("node", effect.node()).put("gpus", effect.gpus())
                    .put("pods", effect.pods()).put("held", effect.held()).put("excess", effect.excess())
                    .put("words", effect.words());
            offer(node.putObject("before"), effect.before());
            offer(node.putObject("after"), effect.after());
        }
        var divisions = json.putArray("divisions");
        for (var division : preview.effects().divisions()) {
            var node = divisions.addObject().put("node", division.node()).put("from", division.from())
                    .put("to", division.to());
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
