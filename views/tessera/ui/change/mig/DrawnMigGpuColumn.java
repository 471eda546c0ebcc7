package tessera.ui.change.mig;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.NodeGpuAllocationGroup.GpuAllocationKind;
import tessera.mig.MigConfig.MigConfigGpuEffect;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigLayout;
import tessera.mig.MigPlacement;
import tessera.mig.MigProfile;
import tessera.text.MessageCatalog;

/**
 * A GPU as a column, its memory to scale from the top.
 *
 * @param index its number on the node
 * @param slots by start
 * @param accessibleText the whole of it in one line
 */
public record DrawnMigGpuColumn(int index, List<MigColumnSegment> slots, String accessibleText) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DrawnMigGpuColumn.class);

    static final String WHOLE = "whole";
    private static final double CLOSE = 1e-6;

    /** The appearance of a part of a GPU. */
    public enum GpuSlotAppearance {
        HELD,
        FREE,
        MADE,
        UNCUT,
        DEAD,
        UNKNOWN;

        String styleClass() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A part of a GPU: its position, appearance and name.
     *
     * @param start where it begins, 0 to 1 of the GPU
     * @param size  0 to 1
     * @param name  what is written in it
     * @param tooltipText for those who point at it
     */
    public record MigColumnSegment(double start, double size, GpuSlotAppearance appearance, String name,
            String tooltipText) {

        double end() {
            return start + size;
        }

        /** Returns whether it is a GPU that is not partitioned. */
        boolean isWholeGpu() {
            return name.equals(WHOLE);
        }
    }

    public DrawnMigGpuColumn {
        slots = List.copyOf(slots);
    }

    /** Returns the number of instances. */
    public long countInstances() {
        return slots.stream()
                .filter(slot -> slot.appearance() == GpuSlotAppearance.HELD
                        || slot.appearance() == GpuSlotAppearance.FREE || slot.appearance() == GpuSlotAppearance.MADE)
                .filter(slot -> !slot.isWholeGpu()).count();
    }

    public long countHeld() {
        return slots.stream().filter(slot -> slot.appearance() == GpuSlotAppearance.HELD).count();
    }

    /** Returns the column of a GPU at present. */
    public static DrawnMigGpuColumn of(GpuHeatmapTile tile, int position) {
        int index = tile.index() < 0 ? position : tile.index();
        if (tile.parts().isEmpty()) {
            return new DrawnMigGpuColumn(index, List
                    .of(new MigColumnSegment(0, 1, GpuSlotAppearance.UNKNOWN, "", MESSAGES.text("gpu.layoutUnknown"))),
                    MESSAGES.text("gpu.plain", index));
        }
        var slots = new ArrayList<MigColumnSegment>();
        for (var part : tile.parts()) {
            var holder = part.holder();
            String name;
            if (tile.form() == GpuAllocationKind.MIG) {
                name = part.name();
            } else if (tile.form() == GpuAllocationKind.WHOLE) {
                name = WHOLE;
            } else {
                name = MESSAGES.text("gpu.replica");
            }
            slots.add(holder == null
                    ? new MigColumnSegment(part.start(), part.size(), GpuSlotAppearance.FREE, name,
                            MESSAGES.text("gpu.slotFree", name))
                    : new MigColumnSegment(part.start(), part.size(), GpuSlotAppearance.HELD, name,
                            MESSAGES.text("gpu.slotHeld", name, holder.key())));
        }
        return new DrawnMigGpuColumn(index, fillGaps(slots), slotsText(index, slots));
    }

    /**
     * Returns the column of a GPU after a planned change.
     *
     * @param before as it is; one that is to be the same is drawn as it is, held by nobody
     */
    public static DrawnMigGpuColumn of(MigConfigGpuEffect gpuConfigEffect, DrawnMigGpuColumn before) {
        int index = before.index();
        return switch (gpuConfigEffect) {
            case MigConfigGpuEffect.MigDisabledGpu _ -> new DrawnMigGpuColumn(index,
                    List.of(new MigColumnSegment(0, 1,
                            before.isWhole() ? GpuSlotAppearance.FREE : GpuSlotAppearance.MADE, WHOLE,
                            MESSAGES.text("gpu.wholeTooltip"))),
                    MESSAGES.text("gpu.whole", index));
            case MigConfigGpuEffect.PartitionedGpu(var layout) when before.hasLayout(layout) -> before.withoutHolders();
            case MigConfigGpuEffect.PartitionedGpu(var layout) -> of(layout, index, GpuSlotAppearance.MADE);
            case MigConfigGpuEffect.UnselectedGpu _ -> before.withoutHolders();
            case MigConfigGpuEffect.InapplicableConfig(var reason) -> new DrawnMigGpuColumn(index,
                    List.of(new MigColumnSegment(0, 1, GpuSlotAppearance.UNKNOWN, "", reason.text())), reason.text());
        };
    }

    /** Returns the same GPU without holders. */
    private DrawnMigGpuColumn withoutHolders() {
        return new DrawnMigGpuColumn(index,
                slots.stream()
                        .map(slot -> slot.appearance() == GpuSlotAppearance.HELD
                                ? new MigColumnSegment(slot.start(), slot.size(), GpuSlotAppearance.FREE, slot.name(),
                                        slot.name())
                                : slot)
                        .toList(),
                MESSAGES.text("gpu.unchanged", index));
    }

    /** Returns the column of a GPU with a MIG layout. */
    public static DrawnMigGpuColumn of(MigLayout layout, int index, GpuSlotAppearance appearance) {
        double units = layout.product().memoryUnits().orElse(MigProfile.UNITS);
        var slots = new ArrayList<MigColumnSegment>();
        layout.instances().forEach(instance -> slots
                .add(slotAt(instance.placement(), units, appearance, instance.profile().name(), instance.toString())));
        var map = layout.sliceMap().orElse(null);
        if (map != null) {
            for (var run : map.freeRuns()) {
                slots.add(slotAt(run, units, GpuSlotAppearance.UNCUT, "", MESSAGES.text("gpu.uncut")));
            }
            for (var run : map.deadRuns()) {
                slots.add(slotAt(run, units, GpuSlotAppearance.DEAD, "", MESSAGES.text("gpu.dead")));
            }
        }
        var cut = layout.combination();
        return new DrawnMigGpuColumn(index, fillGaps(slots),
                cut.instanceCount() == 0 ? MESSAGES.text("gpu.noInstance", index)
                        : MESSAGES.text("gpu.described", index, cut));
    }

    private static MigColumnSegment slotAt(MigPlacement placement, double units, GpuSlotAppearance appearance,
            String name, String text) {
        return new MigColumnSegment(placement.start() / units, placement.size() / units, appearance, name, text);
    }

    private boolean isWhole() {
        return slots.size() == 1 && slots.getFirst().isWholeGpu();
    }

    private boolean hasLayout(MigLayout layout) {
        var profiles = slots.stream().map(MigColumnSegment::name).filter(name -> !name.isEmpty()).map(MigProfile::parse)
                .map(profile -> profile.orElse(null)).toList();
        return profiles.stream().allMatch(Objects::nonNull) && !profiles.isEmpty() && MigInstanceCombination
                .of(profiles.stream().filter(Objects::nonNull).toList()).equals(layout.combination());
    }

    /** Adds the gaps between the slots, which are unusable memory. */
    private static List<MigColumnSegment> fillGaps(List<MigColumnSegment> slots) {
        var sorted = slots.stream().sorted(Comparator.comparingDouble(MigColumnSegment::start)).toList();
        var all = new ArrayList<MigColumnSegment>();
        double end = 0;
        for (var slot : sorted) {
            if (slot.start() > end + CLOSE) {
                all.add(gapSlot(end, slot.start()));
            }
            all.add(slot);
            end = Math.max(end, slot.end());
        }
        if (end < 1 - CLOSE) {
            all.add(gapSlot(end, 1));
        }
        return all;
    }

    private static MigColumnSegment gapSlot(double from, double to) {
        return new MigColumnSegment(from, to - from, GpuSlotAppearance.DEAD, "", MESSAGES.text("gpu.gap"));
    }

    private static String slotsText(int index, List<MigColumnSegment> slots) {
        long allocated = slots.stream().filter(slot -> slot.appearance() == GpuSlotAppearance.HELD).count();
        var profiles = slots.stream().map(MigColumnSegment::name).map(MigProfile::parse).flatMap(Optional::stream)
                .toList();
        var subject = profiles.isEmpty() ? slots.getFirst().name() : MigInstanceCombination.of(profiles).toString();
        return MESSAGES.text("gpu.slots", index, subject, allocated);
    }
}
