package tessera.lint.rule;

import java.math.BigDecimal;
import java.util.List;
import tessera.gpu.AcceleratorCatalogEntry.ResourceUnitKind;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.lint.fix.ResourceRequestLintFixes;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;

/** Checks that CPU and memory of a container suffice for its whole GPUs. */
final class CpuMemoryPerGpuLintChecks implements LintCheck {

    /** More than any node has: what is wrong then is not the processors. */
    private static final int MOST = 1024;
    private static final BigDecimal GIBIBYTE = BigDecimal.valueOf(1L << 30);
    /** Half of what inference takes at least: below that it is no matter of taste. */
    private static final PerGpuRequestGuideline CORES = new PerGpuRequestGuideline("cpu", BigDecimal.valueOf(2), 8, "");
    private static final PerGpuRequestGuideline MEMORY = new PerGpuRequestGuideline(ResourceAmounts.MEMORY,
            BigDecimal.valueOf(4).multiply(GIBIBYTE), 16, "Gi");

    /**
     * The usual CPU or memory per device.
     *
     * @param minimum below which it is clearly too little for one device
     * @param amount  what to ask for instead for each device, in {@code unit}
     */
    private record PerGpuRequestGuideline(String resource, BigDecimal minimum, long amount, String unit) {}

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete() || container.role() != PodTemplateContainer.ContainerRole.MAIN) {
            return;
        }
        long devices = container.requests().stream().filter(request -> isWholeGpuRequest(request, context))
                .mapToLong(ContainerResourceRequest::count).sum();
        if (devices > 0 && devices <= MOST) {
            for (var size : List.of(CORES, MEMORY)) {
                container.requests().stream().filter(request -> request.resource().equals(size.resource())).findFirst()
                        .ifPresent(request -> checkSize(request, devices, size, context));
            }
        }
    }

    private static boolean isWholeGpuRequest(ContainerResourceRequest request, LintCheckContext context) {
        return context.accelerators().acceleratorOf(request.resource())
                .filter(kind -> kind.kind().equals("gpu") && kind.unitKind() == ResourceUnitKind.DEVICE).isPresent();
    }

    private static void checkSize(ContainerResourceRequest request, long devices, PerGpuRequestGuideline size,
            LintCheckContext context) {
        var value = request.request().isPresent() ? request.request() : request.limit();
        var amount = QuantityParser.parseExact(value.text()).filter(some -> some.signum() > 0);
        if (amount.isPresent() && amount.get().compareTo(size.minimum().multiply(BigDecimal.valueOf(devices))) < 0) {
            context.addChoice("processor-or-memory-small", value,
                    new LintRequestReason.SmallRequestPerGpu(value.text(), size.resource(), devices),
                    ResourceRequestLintFixes.toAmount(request, size.amount() * devices + size.unit()).stream()
                            .toList());
        }
    }
}
