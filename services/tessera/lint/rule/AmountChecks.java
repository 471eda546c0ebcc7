package tessera.lint.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.fix.RequestFixes;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.manifest.TemplateContainer.Role;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.Quantity;
import tessera.model.ResourceAmounts;

/** What containers ask for: names, amounts, requests against limits. */
final class AmountChecks implements LintCheck {

    private static final BigDecimal MEBIBYTE = BigDecimal.valueOf(1 << 20);
    private static final Set<String> GUARANTEED = Set.of("cpu", ResourceAmounts.MEMORY);
    private static final int MOST = 3;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Override
    public void container(TemplateContainer container, PodTemplate template, CheckContext look) {
        if (container.role() == Role.EPHEMERAL) {
            if (container.resources().present()) {
                look.note("ephemeral-resources", container.resources(),
                        "An ephemeral container cannot have resources; it uses what the pod has",
                        ManifestEditor.fix("Take the resources away", ManifestEditor.remove(container.resources())));
            }
            return;
        }
        for (var asked : container.asked()) {
            if (name(asked, look)) {
                amount(asked, look);
                if (asked.extended()) {
                    both(container, asked, look);
                }
                if (GUARANTEED.contains(asked.resource()) && SafetyChecks.asksForDevices(template, look)) {
                    less(asked, look);
                }
            }
        }
    }

    @Override
    public void template(PodTemplate template, CheckContext look) {
        for (var part : List.of("requests", "limits")) {
            for (var entry : template.spec().at("resources", part).entries()) {
                if (template.whole() && ContainerRequest.extended(entry.name())) {
                    var ways = RequestFixes.intoContainer(template, entry.name());
                    var words = entry.name() + " cannot be asked for by the whole pod; a container has to ask for it";
                    look.note("pod-level-gpu", entry.key().position(), words,
                            ways.size() == 1 ? Optional.of(ways.getFirst()) : Optional.empty(),
                            ways.size() == 1 ? List.of() : ways);
                }
            }
        }
    }

    /** Looks at what somebody hands on to a container; none of a device may be what is usual. */
    static void device(TemplateContainer container, ContainerRequest asked, CheckContext look) {
        if (asked.count() > 0 && name(asked, look)) {
            amount(asked, look);
            both(container, asked, look);
        }
    }

    /** Whether the name is one that can be asked for. */
    private static boolean name(ContainerRequest asked, CheckContext look) {
        var key = asked.value().key();
        var mistake = look.facts().mistake("resources", asked.resource());
        if (mistake.isPresent()) {
            var meant = mistake.get().meant(asked.resource());
            var right = meant.flatMap(name -> RequestFixes.right(asked, name));
            look.note("resource-name-wrong", key.position(), asked.resource() + ": " + mistake.get().reason()
                    + meant.map(name -> "; it is " + name).orElse(""),
                    right, right.isPresent() ? List.of()
                            : meant.map(name -> RequestFixes.either(asked, name))
                                    .orElseGet(() -> RequestFixes.alike(asked, look.cluster())));
            return false;
        }
        if (!asked.resource().contains("/") && !ContainerRequest.system(asked.resource())) {
            look.offer("resource-name-unqualified", key, "There is no resource “" + asked.resource()
                    + "”: names of devices have a domain, such as nvidia.com/gpu", qualified(asked, look));
            return false;
        }
        return true;
    }

    private static List<LintFix> qualified(ContainerRequest asked, CheckContext look) {
        var names = look.cluster().map(around -> RequestFixes.offered(around, "").stream()
                .filter(look::accelerator)
                .sorted(Comparator.comparing((String name) -> !name.endsWith("/" + asked.resource()))
                        .thenComparingLong(name -> -around.snapshot().nodes().stream()
                                .mapToLong(node -> node.facts().allocatable().get(name)).sum()))
                .limit(MOST).toList()).orElse(List.of("nvidia.com/gpu"));
        var ways = new ArrayList<LintFix>();
        names.forEach(name -> RequestFixes.named(asked, name).ifPresent(ways::add));
        RequestFixes.without(asked).ifPresent(ways::add);
        return ways;
    }

    private static void amount(ContainerRequest asked, CheckContext look) {
        for (var value : List.of(asked.request(), asked.limit())) {
            if (!value.present() || value.unfilled()) {
                continue;
            }
            var amount = Quantity.exact(value.text());
            if (amount.isEmpty()) {
                look.offer("quantity-invalid", value, "“%s” is no amount of %s%s".formatted(value.text(),
                        asked.resource(), value.text().endsWith("B") ? "; units are Gi, Mi, G or M, without a B" : ""),
                        RequestFixes.meant(asked, value));
            } else if (asked.extended()
                    && (amount.get().signum() < 0 || amount.get().stripTrailingZeros().scale() > 0)) {
                look.offer("gpu-amount-not-whole", value,
                        ("%s of %s cannot be asked for: devices are handed out whole; "
                                + "for less than one use MIG instances or shares")
                                .formatted(value.text(), asked.resource()),
                        RequestFixes.whole(asked, amount.get(), look.cluster()));
            }
        }
        if (asked.resource().equals(ResourceAmounts.MEMORY)) {
            List.of(asked.request(), asked.limit()).forEach(value -> tiny(value, look));
        }
        if (look.accelerator(asked.resource()) && asked.amount().filter(some -> some.signum() == 0).isPresent()) {
            look.offer("gpu-amount-zero", asked.value(),
                    "0 of %s gives the container no device".formatted(asked.resource()),
                    ManifestEditor.ways(RequestFixes.to(asked, "1"), RequestFixes.without(asked)));
        }
    }

    /** Memory in thousandths of a byte, or in bytes where mebibytes were meant. */
    private static void tiny(ManifestValue value, CheckContext look) {
        var amount = Quantity.exact(value.text());
        if (amount.isPresent() && amount.get().signum() > 0 && amount.get().compareTo(MEBIBYTE) < 0) {
            var number = value.text().replaceFirst("m$", "");
            look.note("memory-tiny", value,
                    "“%s” is less than a mebibyte of memory; units are Gi and Mi, and m is a thousandth"
                            .formatted(value.text()),
                    number.matches("\\d+")
                            ? ManifestEditor.fix("Write " + number + "Mi", ManifestEditor.replace(value, number + "Mi"))
                            : Optional.empty());
        }
    }

    private static void both(TemplateContainer container, ContainerRequest asked, CheckContext look) {
        var request = asked.request();
        var limit = asked.limit();
        if (request.present() && !limit.present()) {
            look.note("gpu-limit-missing", request.key(),
                    "%s is requested without a limit, which the server refuses".formatted(asked.resource()),
                    limit.written() ? Optional.empty()
                            : ManifestEditor.fix("Set the limit to " + Quantity.readable(request.text()),
                                    limited(container, asked)));
        } else if (request.present() && Quantity.exact(request.text()).isPresent()
                && Quantity.exact(limit.text()).isPresent()
                && Quantity.exact(request.text()).get().compareTo(Quantity.exact(limit.text()).get()) != 0) {
            look.note("gpu-request-differs", request,
                    "%s is requested %s times and limited to %s; both have to be the same".formatted(asked.resource(),
                            request.text(), limit.text()),
                    same(request, limit));
        }
    }

    /** The limit counts, unless only the request can be had. */
    private static Optional<LintFix> same(ManifestValue request, ManifestValue limit) {
        var wanted = Quantity.readable(request.text());
        var most = Quantity.readable(limit.text());
        return whole(wanted) && !whole(most)
                ? ManifestEditor.fix("Set the limit to " + wanted, ManifestEditor.replace(limit, wanted))
                : ManifestEditor.fix("Request " + most, ManifestEditor.replace(request, most));
    }

    private static boolean whole(String amount) {
        return amount.matches("[1-9]\\d*");
    }

    /** Less than the limit is Burstable: among the first to go when the node is short of memory. */
    private static void less(ContainerRequest asked, CheckContext look) {
        var request = Quantity.exact(asked.request().text());
        var limit = Quantity.exact(asked.limit().text());
        if (request.isPresent() && limit.isPresent() && request.get().compareTo(limit.get()) < 0) {
            look.note("pod-burstable", asked.request(),
                    "%s of %s may become %s: the pod is Burstable, and not Guaranteed as one with a device is better"
                            .formatted(asked.request().text(), asked.resource(), asked.limit().text()),
                    ManifestEditor.fix("Request " + Quantity.readable(asked.limit().text()),
                            ManifestEditor.replace(asked.request(), Quantity.readable(asked.limit().text()))));
        }
    }

    private static List<TextEdit> limited(TemplateContainer container, ContainerRequest asked) {
        var limits = container.resources().at("limits");
        var amount = number(Quantity.readable(asked.request().text()));
        if (limits.isMap()) {
            return ManifestEditor.insert(limits, asked.resource(), amount);
        }
        return limits.written() ? List.of()
                : ManifestEditor.insert(container.resources(), "limits",
                        JSON.objectNode().set(asked.resource(), amount));
    }

    static JsonNode number(String text) {
        return text.matches("\\d{1,15}") ? JSON.numberNode(Long.parseLong(text)) : JSON.textNode(text);
    }
}
