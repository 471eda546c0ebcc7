package tessera.ui.change.mig;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import tessera.insight.GpuGroup.Form;
import tessera.insight.Tile;
import tessera.mig.Combination;
import tessera.mig.MigConfig.Plan;
import tessera.mig.MigLayout;
import tessera.mig.MigProfile;
import tessera.mig.Placement;

/**
 * A GPU standing, its memory to scale from the top.
 *
 * @param index its number on the node
 * @param slots by start
 * @param words the whole of it in one line
 */
public record GpuColumn(int index, List<Slot> slots, String words) {

    static final String WHOLE = "whole";
    private static final double CLOSE = 1e-6;

    /** How a part of a GPU is drawn. */
    public enum Look {
        HELD,
        FREE,
        MADE,
        UNCUT,
        DEAD,
        UNKNOWN;

        String style() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A part of a GPU.
     *
     * @param start where it begins, 0 to 1 of the GPU
     * @param size  0 to 1
     * @param name  what is written in it
     * @param words for those who point at it
     */
    public record Slot(double start, double size, Look look, String name, String words) {

        double end() {
            return start + size;
        }

        /** Whether it is a GPU that is not cut. */
        boolean whole() {
            return name.equals(WHOLE);
        }
    }

    public GpuColumn {
        slots = List.copyOf(slots);
    }

    /** How many instances there are. */
    public long instances() {
        return slots.stream().filter(slot -> slot.look() == Look.HELD || slot.look() == Look.FREE
                || slot.look() == Look.MADE).filter(slot -> !slot.whole()).count();
    }

    public long held() {
        return slots.stream().filter(slot -> slot.look() == Look.HELD).count();
    }

    /** A GPU as it is. */
    public static GpuColumn of(Tile tile, int place) {
        int index = tile.index() < 0 ? place : tile.index();
        if (tile.parts().isEmpty()) {
            return new GpuColumn(index, List.of(new Slot(0, 1, Look.UNKNOWN, "", "How it is divided is not known")),
                    "GPU " + index);
        }
        var slots = new ArrayList<Slot>();
        for (var part : tile.parts()) {
            var holder = part.holder();
            var name = tile.form() == Form.MIG ? part.name() : tile.form() == Form.WHOLE ? WHOLE : "share";
            slots.add(new Slot(part.start(), part.size(), holder == null ? Look.FREE : Look.HELD, name,
                    name + (holder == null ? ", nobody is seen to hold it" : ", held by " + holder.key())));
        }
        return new GpuColumn(index, filled(slots), "GPU " + index + ": " + words(slots));
    }

    /**
     * A GPU as it is to be.
     *
     * @param before as it is; one that is to be the same is drawn as it is, held by nobody
     */
    public static GpuColumn of(Plan plan, GpuColumn before) {
        int index = before.index();
        return switch (plan) {
            case Plan.Off _ -> new GpuColumn(index, List.of(new Slot(0, 1,
                    before.isWhole() ? Look.FREE : Look.MADE, WHOLE, "whole, MIG mode is off")), "GPU " + index
                            + ": whole");
            case Plan.Cut(var layout) when before.isCutAs(layout) -> before.released();
            case Plan.Cut(var layout) -> of(layout, index, Look.MADE);
            case Plan.LeftAlone _ -> before.released();
            case Plan.Unfit(var why) -> new GpuColumn(index, List.of(new Slot(0, 1, Look.UNKNOWN, "", why)), why);
        };
    }

    /** The same GPU once nobody holds it. */
    private GpuColumn released() {
        return new GpuColumn(index, slots.stream().map(slot -> slot.look() == Look.HELD
                ? new Slot(slot.start(), slot.size(), Look.FREE, slot.name(), slot.name())
                : slot).toList(), "GPU " + index + " stays as it is");
    }

    /** A GPU that is cut so. */
    public static GpuColumn of(MigLayout layout, int index, Look look) {
        double units = layout.product().memoryUnits().orElse(MigProfile.UNITS);
        var slots = new ArrayList<Slot>();
        layout.instances().forEach(instance -> slots.add(slot(instance.placement(), units, look,
                instance.profile().name(), instance.toString())));
        layout.map().ifPresent(map -> {
            map.freeRuns().forEach(run -> slots.add(slot(run, units, Look.UNCUT, "",
                    "can be cut into a further instance")));
            map.deadRuns().forEach(run -> slots.add(slot(run, units, Look.DEAD, "", "no instance can use it")));
        });
        var cut = layout.combination();
        return new GpuColumn(index, filled(slots),
                "GPU " + index + ": " + (cut.size() == 0 ? "no instance" : cut.toString()));
    }

    private static Slot slot(Placement place, double units, Look look, String name, String words) {
        return new Slot(place.start() / units, place.size() / units, look, name, words);
    }

    private boolean isWhole() {
        return slots.size() == 1 && slots.getFirst().whole();
    }

    private boolean isCutAs(MigLayout layout) {
        var profiles = slots.stream().map(Slot::name).filter(name -> !name.isEmpty()).map(MigProfile::parse)
                .map(profile -> profile.orElse(null)).toList();
        return profiles.stream().allMatch(Objects::nonNull) && !profiles.isEmpty()
                && Combination.of(profiles.stream().filter(Objects::nonNull).toList()).equals(layout.combination());
    }

    /** With what lies between the parts, which nobody can have. */
    private static List<Slot> filled(List<Slot> slots) {
        var sorted = slots.stream().sorted(Comparator.comparingDouble(Slot::start)).toList();
        var all = new ArrayList<Slot>();
        double end = 0;
        for (var slot : sorted) {
            if (slot.start() > end + CLOSE) {
                all.add(gap(end, slot.start()));
            }
            all.add(slot);
            end = Math.max(end, slot.end());
        }
        if (end < 1 - CLOSE) {
            all.add(gap(end, 1));
        }
        return all;
    }

    private static Slot gap(double from, double to) {
        return new Slot(from, to - from, Look.DEAD, "", "not cut into an instance");
    }

    private static String words(List<Slot> slots) {
        long held = slots.stream().filter(slot -> slot.look() == Look.HELD).count();
        var profiles = slots.stream().map(Slot::name).map(MigProfile::parse).flatMap(Optional::stream)
                .toList();
        var what = profiles.isEmpty() ? slots.getFirst().name() : Combination.of(profiles).toString();
        return what + (held == 0 ? "" : ", " + held + " held");
    }
}
