package tessera.lint.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.fix.ResourceRequestLintFixes;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.manifest.PodTemplateContainer.ContainerRole;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/** Checks of resource names and amounts of containers, and of requests against limits. */
final class ResourceAmountLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceAmountLintChecks.class);
    private static final BigDecimal MEBIBYTE = BigDecimal.valueOf(1 << 20);
    private static final Set<String> GUARANTEED = Set.of("cpu", ResourceAmounts.MEMORY);
    private static final int MOST = 3;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        if (container.role() == ContainerRole.EPHEMERAL) {
            if (container.resources().isPresent()) {
                context.addFinding("ephemeral-resources", container.resources(),
                        new LintRequestReason.EphemeralResources(),
                        ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.resources"),
                                ManifestSourceEditor.remove(container.resources())));
            }
            return;
        }
        for (var request : container.requests()) {
            if (checkName(request, context)) {
                checkAmount(request, context);
                if (request.isExtended()) {
                    checkRequestAndLimit(container, request, context);
                }
                if (GUARANTEED.contains(request.resource())
                        && PodSecurityLintChecks.asksForDevices(template, context)) {
                    checkBurstable(request, context);
                }
            }
        }
    }

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        for (var part : List.of("requests", "limits")) {
            for (var entry : template.spec().at("resources", part).entries()) {
                if (template.complete() && ContainerResourceRequest.isExtended(entry.name())) {
                    var fixes = ResourceRequestLintFixes.moveToContainer(template, entry.name());
                    var reason = new LintRequestReason.PodLevelDevice(entry.name());
                    context.addFinding("pod-level-gpu", entry.key().position(), reason,
                            fixes.size() == 1 ? Optional.of(fixes.getFirst()) : Optional.empty(),
                            fixes.size() == 1 ? List.of() : fixes);
                }
            }
        }
    }

    /** Checks an amount that is passed on to a container; zero devices may be a default. */
    static void checkDevice(PodTemplateContainer container, ContainerResourceRequest request,
            LintCheckContext context) {
        if (request.count() > 0 && checkName(request, context)) {
            checkAmount(request, context);
            checkRequestAndLimit(container, request, context);
        }
    }

    /** Checks that the name is one that can be requested, and returns whether it is. */
    private static boolean checkName(ContainerResourceRequest request, LintCheckContext context) {
        var key = request.value().key();
        var mistake = context.facts().findMistake("resources", request.resource());
        if (mistake.isPresent()) {
            var meant = mistake.get().correctionOf(request.resource());
            var right = meant.flatMap(name -> ResourceRequestLintFixes.correctName(request, name));
            context.addFinding("resource-name-wrong", key.position(),
                    new LintRequestReason.WrongResourceName(request.resource(), mistake.get().reason(), meant), right,
                    right.isPresent() ? List.of()
                            : meant.map(name -> ResourceRequestLintFixes.chooseAmount(request, name)).orElseGet(
                                    () -> ResourceRequestLintFixes.toOfferedResource(request, context.cluster())));
            return false;
        }
        if (!request.resource().contains("/") && !ContainerResourceRequest.isSystem(request.resource())) {
            context.addChoice("resource-name-unqualified", key,
                    new LintRequestReason.UnqualifiedResource(request.resource()),
                    qualifiedNameFixes(request, context));
            return false;
        }
        return true;
    }

    private static List<LintFix> qualifiedNameFixes(ContainerResourceRequest request, LintCheckContext context) {
        var names = context.cluster().map(targetCluster -> similarResources(targetCluster, context, request))
                .orElse(List.of("nvidia.com/gpu"));
        var fixes = new ArrayList<LintFix>();
        names.forEach(name -> ResourceRequestLintFixes.toResource(request, name).ifPresent(fixes::add));
        ResourceRequestLintFixes.removeRequest(request).ifPresent(fixes::add);
        return fixes;
    }

    private static List<String> similarResources(ManifestTargetCluster targetCluster, LintCheckContext context,
            ContainerResourceRequest request) {
        return ResourceRequestLintFixes.offeredInDomain(targetCluster, "").stream().filter(context::isAccelerator)
                .sorted(Comparator.comparing((String name) -> !name.endsWith("/" + request.resource()))
                        .thenComparingLong(name -> -targetCluster.snapshot().nodes().stream()
                                .mapToLong(node -> node.nodeSummary().allocatable().get(name)).sum()))
                .limit(MOST).toList();
    }

    private static void checkAmount(ContainerResourceRequest request, LintCheckContext context) {
        for (var value : List.of(request.request(), request.limit())) {
            if (!value.isPresent() || value.isTemplated()) {
                continue;
            }
            var amount = QuantityParser.parseExact(value.text());
            if (amount.isEmpty()) {
                context.addChoice(
                        "quantity-invalid", value, new LintRequestReason.InvalidRequestAmount(value.text(),
                                request.resource(), value.text().endsWith("B")),
                        ResourceRequestLintFixes.toMeantAmount(request, value));
            } else if (request.isExtended()
                    && (amount.get().signum() < 0 || amount.get().stripTrailingZeros().scale() > 0)) {
                context.addChoice("gpu-amount-not-whole", value,
                        new LintRequestReason.FractionalDevice(value.text(), request.resource()),
                        ResourceRequestLintFixes.toWholeAmount(request, amount.get(), context.cluster()));
            }
        }
        if (request.resource().equals(ResourceAmounts.MEMORY)) {
            List.of(request.request(), request.limit()).forEach(value -> checkTinyMemory(value, context));
        }
        if (context.isAccelerator(request.resource())
                && request.amount().filter(some -> some.signum() == 0).isPresent()) {
            context.addChoice("gpu-amount-zero", request.value(), new LintRequestReason.ZeroDevices(request.resource()),
                    ManifestSourceEditor.availableFixes(ResourceRequestLintFixes.toAmount(request, "1"),
                            ResourceRequestLintFixes.removeRequest(request)));
        }
    }

    /** Checks for memory in thousandths of a byte, or in bytes where mebibytes were meant. */
    private static void checkTinyMemory(ManifestValue value, LintCheckContext context) {
        var amount = QuantityParser.parseExact(value.text());
        if (amount.isPresent() && amount.get().signum() > 0 && amount.get().compareTo(MEBIBYTE) < 0) {
            var number = value.text().replaceFirst("m$", "");
            context.addFinding("memory-tiny", value, new LintRequestReason.TinyMemory(value.text()),
                    number.matches("\\d+")
                            ? ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.mebibytes", number),
                                    ManifestSourceEditor.replace(value, number + "Mi"))
                            : Optional.empty());
        }
    }

    private static void checkRequestAndLimit(PodTemplateContainer container, ContainerResourceRequest resourceRequest,
            LintCheckContext context) {
        var request = resourceRequest.request();
        var limit = resourceRequest.limit();
        if (request.isPresent() && !limit.isPresent()) {
            context.addFinding("gpu-limit-missing", request.key(),
                    new LintRequestReason.DeviceLimitMissing(resourceRequest.resource()),
                    limit.isWritten() ? Optional.empty()
                            : ManifestSourceEditor.fixOf(
                                    MESSAGES.text("fix.limit", QuantityParser.readableText(request.text())),
                                    setLimit(container, resourceRequest)));
        } else if (request.isPresent() && QuantityParser.parseExact(request.text()).isPresent()
                && QuantityParser.parseExact(limit.text()).isPresent() && QuantityParser.parseExact(request.text())
                        .get().compareTo(QuantityParser.parseExact(limit.text()).get()) != 0) {
            context.addFinding("gpu-request-differs", request, new LintRequestReason.RequestAndLimitDiffer(
                    resourceRequest.resource(), request.text(), limit.text()), setEqual(request, limit));
        }
    }

    /** Returns a fix that sets both to the limit, unless only the request can be satisfied. */
    private static Optional<LintFix> setEqual(ManifestValue request, ManifestValue limit) {
        var wanted = QuantityParser.readableText(request.text());
        var most = QuantityParser.readableText(limit.text());
        if (isWhole(wanted) && !isWhole(most)) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.limit", wanted),
                    ManifestSourceEditor.replace(limit, wanted));
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.request", most),
                ManifestSourceEditor.replace(request, most));
    }

    private static boolean isWhole(String amount) {
        return amount.matches("[1-9]\\d*");
    }

    /** Checks for a request below the limit, which makes a pod Burstable and an early victim of memory pressure. */
    private static void checkBurstable(ContainerResourceRequest resourceRequest, LintCheckContext context) {
        var request = QuantityParser.parseExact(resourceRequest.request().text());
        var limit = QuantityParser.parseExact(resourceRequest.limit().text());
        if (request.isPresent() && limit.isPresent() && request.get().compareTo(limit.get()) < 0) {
            context.addFinding("pod-burstable", resourceRequest.request(),
                    new LintRequestReason.BurstableGpuPod(resourceRequest.resource(), resourceRequest.request().text(),
                            resourceRequest.limit().text()),
                    ManifestSourceEditor.fixOf(
                            MESSAGES.text("fix.request", QuantityParser.readableText(resourceRequest.limit().text())),
                            ManifestSourceEditor.replace(resourceRequest.request(),
                                    QuantityParser.readableText(resourceRequest.limit().text()))));
        }
    }

    private static List<TextEdit> setLimit(PodTemplateContainer container, ContainerResourceRequest request) {
        var limits = container.resources().at("limits");
        var amount = numberNode(QuantityParser.readableText(request.request().text()));
        if (limits.isMap()) {
            return ManifestSourceEditor.insertEntry(limits, request.resource(), amount);
        }
        if (limits.isWritten()) {
            return List.of();
        }
        return ManifestSourceEditor.insertEntry(container.resources(), "limits",
                JSON.objectNode().set(request.resource(), amount));
    }

    static JsonNode numberNode(String text) {
        if (text.matches("\\d{1,15}")) {
            return JSON.numberNode(Long.parseLong(text));
        }
        return JSON.textNode(text);
    }
}
