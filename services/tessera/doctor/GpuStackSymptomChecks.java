package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Checks the symptoms of a GPU stack that none of its labels and states shows. */
final class GpuStackSymptomChecks {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackSymptomChecks.class);

    private final GpuStackSymptomCatalog catalog;
    private final GpuStackSymptoms symptoms;
    private final Predicate<String> nodeFilter;

    /** @param nodeFilter whether a node is meant */
    GpuStackSymptomChecks(GpuStackSymptomCatalog catalog, GpuStackSymptoms symptoms, Predicate<String> nodeFilter) {
        this.catalog = catalog;
        this.symptoms = symptoms;
        this.nodeFilter = nodeFilter;
    }

    List<DiagnosisFinding> findings() {
        var found = new ArrayList<DiagnosisFinding>();
        symptoms.blockedUpgrades().entrySet().stream().filter(each -> nodeFilter.test(each.getKey()))
                .sorted(Map.Entry.comparingByKey()).forEach(each -> found.add(catalog.finding("upgrade-held",
                        SymptomPlaceholderValues.ofNode(each.getKey(), ""), each.getValue())));
        symptoms.outOfMemory()
                .forEach((operator,
                        evidence) -> found.add(catalog.finding("operator-memory",
                                new SymptomPlaceholderValues(
                                        "deployments/%s -n %s".formatted(operator.name(), operator.namespace()), "",
                                        Map.of("namespace", operator.namespace())),
                                evidence)));
        symptoms.outdatedDefinitions().ifPresent(definitions -> found.add(definitions.finding(catalog)));
        if (symptoms.monitors().duplicates().size() > 1) {
            found.add(catalog.finding("exporter-read-twice",
                    SymptomPlaceholderValues.ofCluster(SentenceJoiner.listText(symptoms.monitors().duplicates())),
                    List.of(MESSAGES.text("monitor.duplicate"))));
        }
        if (!symptoms.monitors().unselected().isEmpty()) {
            found.add(catalog.finding("exporter-unread",
                    SymptomPlaceholderValues.ofCluster(SentenceJoiner.listText(symptoms.monitors().unselected())),
                    symptoms.monitors().selectorTexts()));
        }
        return List.copyOf(found);
    }
}
