package tessera.ui.change.mig;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import tessera.insight.GpuGroup.GroupForm;
import tessera.insight.GpuTile;
import tessera.mig.InstanceCombination;
import tessera.mig.MigConfig.Plan;
import tessera.mig.MigLayout;
import tessera.mig.MigPlacement;
import tessera.mig.MigProfile;

/**
 * A GPU as a column, its memory to scale from the top.
 *
 * @param index its number on the node
 * @param slots by start
 * @param accessibleText the whole of it in one line
 */
public record GpuColumn(int index, List<ColumnSlot> slots, String accessibleText) {

    static final String WHOLE = "whole";
    private static final double CLOSE = 1e-6;

    /** The appearance of a part of a GPU. */
    public enum PartLook {
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
    public record ColumnSlot(double start, double size, PartLook look, String name, String tooltipText) {

        double end() {
            return start + size;
        }

        /** Returns whether it is a GPU that is not partitioned. */
        boolean isWholeGpu() {
            return name.equals(WHOLE);
        }
    }

    public GpuColumn {
        slots = List.copyOf(slots);
    }

    /** Returns the number of instances. */
    public long countInstances() {
        return slots.stream().filter(slot -> slot.look() == PartLook.HELD || slot.look() == PartLook.FREE
                || slot.look() == PartLook.MADE).filter(slot -> !slot.isWholeGpu()).count();
    }

    public long countHeld() {
        return slots.stream().filter(slot -> slot.look() == PartLook.HELD).count();
    }

    /** Returns the column of a GPU at present. */
    public static GpuColumn of(GpuTile tile, int position) {
        int index = tile.index() < 0 ? position : tile.index();
        if (tile.parts().isEmpty()) {
            return new GpuColumn(index,
                    List.of(new ColumnSlot(0, 1, PartLook.UNKNOWN, "", "How it is divided is not known")),
                    "GPU " + index);
        }
        var slots = new ArrayList<ColumnSlot>();
        for (var part : tile.parts()) {
            var holder = part.holder();
            var name = tile.form() == GroupForm.MIG ? part.name() : tile.form() == GroupForm.WHOLE ? WHOLE : "share";
            slots.add(new ColumnSlot(part.start(), part.size(), holder == null ? PartLook.FREE : PartLook.HELD, name,
                    name + (holder == null ? ", nobody is seen to hold it" : ", held by " + holder.key())));
        }
        return new GpuColumn(index, fillGaps(slots), "GPU " + index + ": " + slotsText(slots));
    }

    /**
     * Returns the column of a GPU after a planned change.
     *
     * @param before as it is; one that is to be the same is drawn as it is, held by nobody
     */
    public static GpuColumn of(Plan plan, GpuColumn before) {
        int index = before.index();
        return switch (plan) {
            case Plan.Off _ -> new GpuColumn(index, List.of(new ColumnSlot(0, 1,
                    before.isWhole() ? PartLook.FREE : PartLook.MADE, WHOLE, "whole, MIG mode is off")), "GPU " + index
                            + ": whole");
            case Plan.CutResult(var layout) when before.hasLayout(layout) -> before.withoutHolders();
            case Plan.CutResult(var layout) -> of(layout, index, PartLook.MADE);
            case Plan.LeftAlone _ -> before.withoutHolders();
            case Plan.UnfitResult(var reason) ->
                new GpuColumn(index, List.of(new ColumnSlot(0, 1, PartLook.UNKNOWN, "", reason)), reason);
        };
    }

    /** Returns the same GPU without holders. */
    private GpuColumn withoutHolders() {
        return new GpuColumn(index, slots.stream().map(slot -> slot.look() == PartLook.HELD
                ? new ColumnSlot(slot.start(), slot.size(), PartLook.FREE, slot.name(), slot.name())
                : slot).toList(), "GPU " + index + " stays as it is");
    }

    /** Returns the column of a GPU with a MIG layout. */
    public static GpuColumn of(MigLayout layout, int index, PartLook look) {
        double units = layout.product().memoryUnits().orElse(MigProfile.UNITS);
        var slots = new ArrayList<ColumnSlot>();
        layout.instances().forEach(instance -> slots.add(slotAt(instance.placement(), units, look,
                instance.profile().name(), instance.toString())));
        layout.sliceMap().ifPresent(map -> {
            map.freeRuns().forEach(run -> slots.add(slotAt(run, units, PartLook.UNCUT, "",
                    "can be cut into a further instance")));
            map.deadRuns().forEach(run -> slots.add(slotAt(run, units, PartLook.DEAD, "", "no instance can use it")));
        });
        var cut = layout.combination();
        return new GpuColumn(index, fillGaps(slots),
                "GPU " + index + ": " + (cut.instanceCount() == 0 ? "no instance" : cut.toString()));
    }

    private static ColumnSlot slotAt(MigPlacement place, double units, PartLook look, String name, String text) {
        return new ColumnSlot(place.start() / units, place.size() / units, look, name, text);
    }

    private boolean isWhole() {
        return slots.size() == 1 && slots.getFirst().isWholeGpu();
    }

    private boolean hasLayout(MigLayout layout) {
        var profiles = slots.stream().map(ColumnSlot::name).filter(name -> !name.isEmpty()).map(MigProfile::parse)
                .map(profile -> profile.orElse(null)).toList();
        return profiles.stream().allMatch(Objects::nonNull) && !profiles.isEmpty()
                && InstanceCombination.of(profiles.stream().filter(Objects::nonNull).toList())
                        .equals(layout.combination());
    }

    /** Adds the gaps between the slots, which are unusable memory. */
    private static List<ColumnSlot> fillGaps(List<ColumnSlot> slots) {
        var sorted = slots.stream().sorted(Comparator.comparingDouble(ColumnSlot::start)).toList();
        var all = new ArrayList<ColumnSlot>();
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

    private static ColumnSlot gapSlot(double from, double to) {
        return new ColumnSlot(from, to - from, PartLook.DEAD, "", "not cut into an instance");
    }

    private static String slotsText(List<ColumnSlot> slots) {
        long allocated = slots.stream().filter(slot -> slot.look() == PartLook.HELD).count();
        var profiles = slots.stream().map(ColumnSlot::name).map(MigProfile::parse).flatMap(Optional::stream)
                .toList();
        var subject = profiles.isEmpty() ? slots.getFirst().name() : InstanceCombination.of(profiles).toString();
        return subject + (allocated == 0 ? "" : ", " + allocated + " held");
    }
}
