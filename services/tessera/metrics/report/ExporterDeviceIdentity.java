package tessera.metrics.report;

import tessera.model.ForeignTextSanitizer;
import tessera.text.OptionalText;

/**
 * The identity of a device among those of its node.
 *
 * @param uuid  empty when the exporter does not tell it
 * @param index its number on the node, −1 when the exporter does not tell it
 * @param model as the exporter calls it
 * @param bus   its PCI address; empty when the exporter does not tell it
 */
record ExporterDeviceIdentity(String uuid, int index, String model, String bus) {

    /** Longer than any; a label may have megabytes, which every row of the device would repeat. */
    private static final int LONGEST = 256;

    ExporterDeviceIdentity {
        uuid = ForeignTextSanitizer.abbreviate(uuid, LONGEST);
        model = ForeignTextSanitizer.abbreviate(model, LONGEST);
        bus = ForeignTextSanitizer.abbreviate(bus, LONGEST);
    }

    /** Returns the identity with missing parts taken from another. */
    ExporterDeviceIdentity mergeMissing(ExporterDeviceIdentity more) {
        boolean complete = !uuid.isEmpty() && index >= 0 && !model.isEmpty() && !bus.isEmpty();
        if (complete) {
            return this;
        }
        return new ExporterDeviceIdentity(OptionalText.orElse(uuid, more.uuid), index < 0 ? more.index : index,
                OptionalText.orElse(model, more.model), OptionalText.orElse(bus, more.bus));
    }

    boolean isKnown() {
        return !uuid.isEmpty() || index >= 0;
    }
}
