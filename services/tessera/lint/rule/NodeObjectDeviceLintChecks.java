package tessera.lint.rule;

import java.util.List;
import java.util.regex.Pattern;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/** Checks that a node can have the devices that its object names. */
final class NodeObjectDeviceLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeObjectDeviceLintChecks.class);
    private static final String RULE = "node-counts-impossible";
    private static final String GPU = "nvidia.com/gpu";
    private static final String COUNT = "nvidia.com/gpu.count";
    private static final Pattern INSTANCE = Pattern.compile("nvidia\\.com/mig-(\\d)g\\..+");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");
    /** Slices for computing, of a GPU that has most of them. */
    private static final int SLICES = 7;

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (!object.isKind("", "Node")) {
            return;
        }
        var status = object.at("status");
        // What is gone stays in the capacity of a node for a while, and offers nothing any more.
        var value = status.at("allocatable").isMap() ? status.at("allocatable") : status.at("capacity");
        long whole = numberOf(value.at(GPU));
        long slices = value.entries().stream().mapToLong(NodeObjectDeviceLintChecks::slicesOf).sum();
        long divided = (slices + SLICES - 1) / SLICES;
        var told = object.at("metadata", "labels", COUNT);
        // How many there are nobody knows where it is not told.
        long maximum = numberOf(told);
        if (whole > 0 && divided > 0 && whole + divided > maximum && maximum > 0) {
            context.addChoice(RULE, value.at(GPU).key(),
                    new LintRequestReason.NodeGpusImpossible(whole, divided, maximum, COUNT, GPU),
                    alternativeFixes(value, Math.max(0, maximum - divided)));
        }
        for (var amount : status.at("allocatable").entries()) {
            var capacity = status.at("capacity").at(amount.name());
            if (amount.name().contains("/") && capacity.isPresent() && numberOf(amount.value()) > numberOf(capacity)) {
                context.addChoice(RULE, amount.key(),
                        new LintRequestReason.AllocatableAboveCapacity(amount.name(), capacity.text()),
                        ManifestSourceEditor
                                .availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", capacity.text()),
                                        ManifestSourceEditor.replace(amount.value(), capacity.text()))));
            }
        }
    }

    private static List<LintFix> alternativeFixes(ManifestValue value, long remaining) {
        return ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", remaining),
                ManifestSourceEditor.replace(value.at(GPU), Long.toString(remaining))));
    }

    private static long slicesOf(ManifestValue.MappingEntry entry) {
        var instance = INSTANCE.matcher(entry.name());
        return instance.matches() ? Long.parseLong(instance.group(1)) * numberOf(entry.value()) : 0;
    }

    private static long numberOf(ManifestValue value) {
        return NUMBER.matcher(value.text()).matches() ? Long.parseLong(value.text()) : 0;
    }
}
