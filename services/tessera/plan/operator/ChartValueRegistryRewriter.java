package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** Replaces the registry host of all images of a chart; the repository path stays. */
final class ChartValueRegistryRewriter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChartValueRegistryRewriter.class);
    private static final Pattern NAME = Pattern
            .compile("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\\d{1,5})?(/[a-z0-9._/-]+)?");
    private static final String REPOSITORY = "repository";

    private ChartValueRegistryRewriter() {}

    /**
     * Returns the values to set.
     *
     * @param values   all that is in force: what is set, and what the chart has
     * @param registry a host, with a port and a path where it has some; blank where images keep theirs
     */
    static List<HelmChartValueAdvice> rewrittenValues(HelmValues values, String registry) throws ProblemException {
        if (registry.isBlank()) {
            return List.of();
        }
        if (!NAME.matcher(registry).matches()) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.INVALID, new HelmReleaseRefusal.InvalidRegistry(registry)));
        }
        var advices = new ArrayList<HelmChartValueAdvice>();
        collectRewrites(values.nodeAt(""), "", registry, advices);
        return advices;
    }

    private static void collectRewrites(JsonNode tree, String above, String registry,
            List<HelmChartValueAdvice> advices) {
        tree.properties().forEach(entry -> {
            var path = above + entry.getKey().replace(".", "\\.");
            var value = entry.getValue();
            if (entry.getKey().equals(REPOSITORY) && value.isTextual() && !value.textValue().isEmpty()
                    && !value.textValue().startsWith(registry)) {
                advices.add(new HelmChartValueAdvice(path, registry + "/" + withoutHost(value.textValue()),
                        MESSAGES.text("advice.registry", registry, value.textValue())));
            }
            collectRewrites(value, path + ".", registry, advices);
        });
    }

    /** Returns the repository without its host, which runtimes recognize by a dot or a port before the first slash. */
    private static String withoutHost(String repository) {
        int slash = repository.indexOf('/');
        var first = slash < 0 ? "" : repository.substring(0, slash);
        if (first.contains(".") || first.contains(":") || first.equals("localhost")) {
            return repository.substring(slash + 1);
        }
        return repository;
    }
}
