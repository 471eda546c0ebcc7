package tessera.ui.change.mig;

import java.util.Optional;
import tessera.mig.FewestGpus;
import tessera.mig.FewestGpus.FewestAnswer;
import tessera.mig.LayoutText;
import tessera.mig.MigComposition;
import tessera.mig.MigLayout;
import tessera.mig.MigPlacement;
import tessera.mig.MigProfile;
import tessera.mig.PlacedInstance;
import tessera.mig.PlacementAttempt;
import tessera.mig.SliceMap;
import tessera.ui.kit.NumberText;

/**
 * A layout that is being composed: what is composed, where one is at it, which size is in hand, and what is to be told.
 * Nothing illegal ever is in the composition.
 */
final class LayoutDraft {

    private MigComposition composition;
    private Optional<MigProfile> size = Optional.empty();
    private int gpu;
    private int unit;
    private String words = "";

    LayoutDraft(MigComposition start) {
        composition = start;
    }

    MigComposition composition() {
        return composition;
    }

    int gpu() {
        return gpu;
    }

    int unit() {
        return unit;
    }

    Optional<MigProfile> size() {
        return size;
    }

    int units() {
        return composition.product().memoryUnits().orElse(MigProfile.UNITS);
    }

    private MigLayout layout() {
        return composition.layout(gpu);
    }

    /** Goes on with another composition of the same GPUs. */
    void take(MigComposition other) {
        change(other, "");
    }

    void choose(MigProfile wanted) {
        size = Optional.of(wanted);
        words = "";
    }

    /** Turns to a place on a GPU. */
    void turn(int toGpu, int toUnit) {
        gpu = Math.clamp(toGpu, 0, composition.gpus().size() - 1);
        unit = Math.clamp(toUnit, 0, units() - 1);
        words = "";
    }

    /** The instance where one is. */
    Optional<PlacedInstance> instance() {
        return layout().instances().stream()
                .filter(one -> one.placement().start() <= unit && unit < one.placement().end()).findFirst();
    }

    /** Where an instance of the size in hand would lie on a GPU. */
    Optional<MigPlacement> place(int which) {
        return size.flatMap(
                profile -> composition.more(which, profile) instanceof PlacementAttempt.PlacedInstances(var layout)
                        ? added(composition.layout(which), layout, profile)
                        : Optional.empty());
    }

    private static Optional<MigPlacement> added(MigLayout before, MigLayout after, MigProfile profile) {
        return after.instances().stream()
                .filter(one -> one.profile().equals(profile) && !before.instances().contains(one)).findFirst()
                .or(() -> after.instances().stream().filter(one -> one.profile().equals(profile)).findFirst())
                .map(PlacedInstance::placement);
    }

    /** Adds an instance of the size in hand to the GPU where one is and turns to it, or tells why it does not fit. */
    void put() {
        if (size.isEmpty()) {
            words = "Choose a size first, or drag one here";
            return;
        }
        var profile = size.get();
        var place = place(gpu);
        if (composition.more(gpu, profile) instanceof PlacementAttempt.NoPlacement(var why)) {
            words = "GPU %d: %s".formatted(gpu, why.sentence());
        } else {
            change(composition.with(gpu, profile), "");
            place.ifPresent(found -> unit = found.start());
        }
    }

    /** Fills what is left of the GPU with the size in hand. */
    void fill() {
        if (size.isEmpty()) {
            words = "Choose the size to fill it with";
        } else if (place(gpu).isEmpty()) {
            words = "GPU %d has no room for a further %s".formatted(gpu, size.get());
        } else {
            change(composition.filled(gpu, size.get()), "");
        }
    }

    void remove() {
        instance().ifPresentOrElse(one -> change(composition.without(gpu, one), ""),
                () -> words = "There is no instance there");
    }

    void clear() {
        change(composition.cleared(gpu), "");
    }

    void leaveWhole() {
        change(composition.whole(gpu), "");
    }

    void sameForAll() {
        change(composition.likewise(gpu), "All %s are as GPU %d".formatted(
                NumberText.of(composition.gpus().size(), "GPU"), gpu));
    }

    /** Lays instances that are asked for out on as few GPUs as can serve them. */
    void serve(String text) {
        try {
            var wanted = LayoutText.read(text).getFirst().instances();
            int there = composition.gpus().size();
            switch (FewestGpus.serve(composition.product(), wanted)) {
                case FewestAnswer.NoLayout(var why) -> words = why.sentence();
                case FewestAnswer.FewestLayout(var layouts, var proven) when layouts.size() > there ->
                    words = "It takes %s%s; there are %d".formatted(proven ? "" : "up to ",
                            NumberText.of(layouts.size(), "GPU"), there);
                case FewestAnswer.FewestLayout(var layouts, var proven) -> change(composition.beginning(layouts),
                        "%s: %s; the others are as they were".formatted(NumberText.of(layouts.size(), "GPU"),
                                proven ? "fewer cannot serve them" : "fewer may do"));
            }
        } catch (IllegalArgumentException wrong) {
            words = String.valueOf(wrong.getMessage());
        }
    }

    private void change(MigComposition after, String told) {
        composition = after;
        words = told;
    }

    /** What is to be told: what came of the last thing done, or else how the GPU stands. */
    String words() {
        return words.isEmpty() ? "GPU %d: %s%s".formatted(gpu, cut(), rest()) : words;
    }

    private String cut() {
        return composition.gpus().get(gpu)
                .map(layout -> layout.instances().isEmpty() ? "no instance yet" : layout.combination().toString())
                .orElse("whole");
    }

    private String rest() {
        int unusable = layout().map().map(SliceMap::computeUnusable).orElse(0);
        return (unusable == 0 ? "" : ", %s that nothing can use".formatted(NumberText.of(unusable, "compute slice")))
                + size.map(profile -> ", room for %d × %s".formatted(room(profile), profile)).orElse("");
    }

    private int room(MigProfile profile) {
        return composition.filled(gpu, profile).layout(gpu).instances().size() - layout().instances().size();
    }

    /** Whether any GPU has room for a further instance of a size. */
    boolean fits(MigProfile profile) {
        for (int index = 0; index < composition.gpus().size(); index++) {
            if (composition.more(index, profile) instanceof PlacementAttempt.PlacedInstances) {
                return true;
            }
        }
        return false;
    }
}
