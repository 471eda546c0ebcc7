package tessera.lint.rule;

import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.Fix;
import tessera.lint.source.Edits;
import tessera.lint.source.Value;
import tessera.lint.subject.Asked;
import tessera.lint.subject.KubeObject;
import tessera.model.Quantity;

/** What namespaces may take: quotas, and ranges of limits. */
final class QuotaChecks implements Check {

    private static final String REQUESTS = "requests.";
    private static final String LIMITS = "limits.";
    private static final Set<String> RANGE = Set.of("max", "min", "type");

    @Override
    public void object(KubeObject object, Look look) {
        if (object.is("", "ResourceQuota")) {
            for (var entry : object.at("spec", "hard").entries()) {
                quota(object, entry, look);
            }
        }
        if (object.is("", "LimitRange")) {
            object.at("spec", "limits").items().forEach(limit -> range(limit, look));
        }
    }

    private static void quota(KubeObject object, Value.Entry entry, Look look) {
        var key = entry.name();
        var resource = key.startsWith(LIMITS) ? key.substring(LIMITS.length())
                : key.startsWith(REQUESTS) ? key.substring(REQUESTS.length()) : key;
        if (!key.startsWith(REQUESTS) && counts(resource)) {
            var right = REQUESTS + resource;
            look.note("quota-limits-nothing", entry.key(),
                    "%s is accepted and limits nothing; only %s is counted".formatted(key, right),
                    object.at("spec", "hard", right).written()
                            ? Edits.fix("Takes it away", Edits.remove(entry.value()))
                            : Edits.fix("Writes " + right, Edits.replace(entry.key(), right)));
        }
        var mistake = look.facts().mistake("resources", resource);
        if (mistake.isPresent()) {
            look.note("resource-name-wrong", entry.key(), resource + ": " + mistake.get().reason(),
                    mistake.get().meant(resource).flatMap(name -> Edits.fix("Names it " + name,
                            Edits.replace(entry.key(), REQUESTS + name))));
        }
        var amount = Quantity.exact(entry.value().text());
        if (Asked.extended(resource) && amount.isPresent() && amount.get().stripTrailingZeros().scale() > 0) {
            look.note("gpu-amount-not-whole", entry.value(),
                    "A quota of %s of %s is refused: devices are whole".formatted(entry.value().text(), resource));
        }
    }

    /** Claims, volumes and objects are counted under names of their own. */
    private static boolean counts(String resource) {
        return Asked.extended(resource) && !resource.startsWith("count/") && !resource.contains(".storageclass.")
                && !resource.contains(".deviceclass.");
    }

    private static void range(Value limit, Look look) {
        var type = limit.at("type").text();
        for (var part : limit.entries()) {
            if (type.equals("Pod") && part.name().startsWith("default")) {
                look.note("limit-range-pod-default", part.key(),
                        "A range for pods has no default; the server refuses it",
                        Edits.fix("Takes it away", Edits.remove(part.value())));
            }
            for (var entry : part.value().entries()) {
                if (Asked.extended(entry.name())) {
                    range(limit, type, part, entry, look);
                }
            }
        }
    }

    private static void range(Value limit, String type, Value.Entry part, Value.Entry entry, Look look) {
        var resource = entry.name();
        boolean container = type.equals("Container");
        if (container && part.name().equals("max") && !limit.at("default", resource).present()) {
            look.note("limit-range-becomes-default", entry.key(),
                    "Without a default the most becomes the limit of every container that names none: each gets %s of %s"
                            .formatted(entry.value().text(), resource),
                    perPod(limit));
        }
        if (container && part.name().equals("min") && Quantity.units(entry.value().text()).orElse(0) > 0) {
            look.note("limit-range-forces-gpu", entry.key(),
                    "Every container has to have %s of %s then, sidecars and init containers too"
                            .formatted(entry.value().text(), resource),
                    perPod(limit));
        }
        if (container && part.name().startsWith("default") && Quantity.units(entry.value().text()).orElse(0) > 0) {
            look.note("limit-range-gives-gpu", entry.key(),
                    "Every container that asks for nothing is given %s of %s".formatted(entry.value().text(), resource),
                    Edits.fix("Takes it away", Edits.remove(entry.value())));
        }
    }

    /** A range for pods says what was meant, if it says nothing that only containers have. */
    private static Optional<Fix> perPod(Value limit) {
        boolean plain = limit.entries().stream().allMatch(entry -> RANGE.contains(entry.name()))
                && limit.at("min").entries().stream().noneMatch(entry -> !Asked.extended(entry.name()));
        return plain ? Edits.fix("Makes it a range for pods", Edits.replace(limit.at("type"), "Pod"))
                : Optional.empty();
    }
}
