package tessera.ui.change.mig;

import java.util.Optional;
import tessera.mig.MigFewestGpuPlanner;
import tessera.mig.MigFewestGpuPlanner.FewestGpuResult;
import tessera.mig.MigLayout;
import tessera.mig.MigLayoutNotation;
import tessera.mig.MigPlacement;
import tessera.mig.MigPlacementResult;
import tessera.mig.MigProfile;
import tessera.mig.MigSliceMap;
import tessera.mig.NodeMigLayoutDraft;
import tessera.mig.PlacedGpuInstance;
import tessera.text.MessageCatalog;

/**
 * A MIG layout while it is composed: the composition, the cursor, the chosen profile and a message.
 * Nothing illegal ever is in the composition.
 */
final class MigLayoutDraft {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigLayoutDraft.class);

    private NodeMigLayoutDraft composition;
    private Optional<MigProfile> size = Optional.empty();
    private int gpu;
    private int unit;
    private String message = "";

    MigLayoutDraft(NodeMigLayoutDraft start) {
        composition = start;
    }

    NodeMigLayoutDraft composition() {
        return composition;
    }

    int gpu() {
        return gpu;
    }

    int unit() {
        return unit;
    }

    int units() {
        return composition.product().memoryUnits().orElse(MigProfile.UNITS);
    }

    private MigLayout currentLayout() {
        return composition.layoutOf(gpu);
    }

    /** Replaces the composition with another one of the same GPUs. */
    void setComposition(NodeMigLayoutDraft other) {
        setResult(other, "");
    }

    void chooseProfile(MigProfile migProfile) {
        size = Optional.of(migProfile);
        message = "";
    }

    /** Moves the cursor to a memory unit of a GPU. */
    void moveCursor(int toGpu, int toUnit) {
        gpu = Math.clamp(toGpu, 0, composition.gpus().size() - 1);
        unit = Math.clamp(toUnit, 0, units() - 1);
        message = "";
    }

    /** Returns the instance at the cursor. */
    Optional<PlacedGpuInstance> instanceAtCursor() {
        return currentLayout().instances().stream()
                .filter(one -> one.placement().start() <= unit && unit < one.placement().end()).findFirst();
    }

    /** Returns the placement that an instance of the chosen profile would get on a GPU. */
    Optional<MigPlacement> placementOn(int which) {
        return size.flatMap(
                profile -> composition.tryAdd(which, profile) instanceof MigPlacementResult.PlacementFound(var layout)
                        ? addedPlacement(composition.layoutOf(which), layout, profile)
                        : Optional.empty());
    }

    private static Optional<MigPlacement> addedPlacement(MigLayout before, MigLayout after, MigProfile profile) {
        return after.instances().stream()
                .filter(one -> one.profile().equals(profile) && !before.instances().contains(one)).findFirst()
                .or(() -> findInstance(after, profile)).map(PlacedGpuInstance::placement);
    }

    private static Optional<PlacedGpuInstance> findInstance(MigLayout after, MigProfile profile) {
        return after.instances().stream().filter(one -> one.profile().equals(profile)).findFirst();
    }

    /** Adds an instance of the chosen profile to the current GPU and moves there, or sets the reason why it does not fit. */
    void addInstance() {
        if (size.isEmpty()) {
            message = MESSAGES.text("draft.profileMissing");
            return;
        }
        var profile = size.get();
        var place = placementOn(gpu);
        if (composition.tryAdd(gpu, profile) instanceof MigPlacementResult.NoPlacement(var failure)) {
            message = MESSAGES.text("draft.problem", gpu, failure.text());
        } else {
            setResult(composition.withInstance(gpu, profile), "");
            place.ifPresent(placement -> unit = placement.start());
        }
    }

    /** Fills the remaining room of the current GPU with the chosen profile. */
    void fillGpu() {
        if (size.isEmpty()) {
            message = MESSAGES.text("draft.fillProfileMissing");
        } else if (placementOn(gpu).isEmpty()) {
            message = MESSAGES.text("draft.noRoom", gpu, size.get());
        } else {
            setResult(composition.withFilledGpu(gpu, size.get()), "");
        }
    }

    void removeInstance() {
        instanceAtCursor().ifPresentOrElse(one -> setResult(composition.withoutInstance(gpu, one), ""),
                () -> message = MESSAGES.text("draft.noInstance"));
    }

    void clearGpu() {
        setResult(composition.withEmptyGpu(gpu), "");
    }

    void leaveWhole() {
        setResult(composition.withWholeGpu(gpu), "");
    }

    void copyToAllGpus() {
        setResult(composition.withAllGpusLike(gpu), MESSAGES.text("draft.copied", composition.gpus().size(), gpu));
    }

    /** Lays out the requested instances on as few GPUs as possible. */
    void layOutRequests(String text) {
        try {
            var requested = MigLayoutNotation.parse(text).getFirst().instances();
            int there = composition.gpus().size();
            switch (MigFewestGpuPlanner.findFewest(composition.product(), requested)) {
                case FewestGpuResult.ImpossibleMigCombination(var failure) -> message = failure.text();
                case FewestGpuResult.FewestGpuLayout(var layouts, var proven) when layouts.size() > there ->
                    message = MESSAGES.text("draft.tooFewGpus", proven, layouts.size(), there);
                case FewestGpuResult.FewestGpuLayout(var layouts, var proven) -> setResult(
                        composition.withFirstGpus(layouts), MESSAGES.text("draft.laidOut", layouts.size(), proven));
            }
        } catch (IllegalArgumentException wrong) {
            message = String.valueOf(wrong.getMessage());
        }
    }

    private void setResult(NodeMigLayoutDraft after, String told) {
        composition = after;
        message = told;
    }

    /** Returns the result of the last action, or else the state of the current GPU. */
    String messageText() {
        return message.isEmpty() ? stateText() : message;
    }

    private String layoutText() {
        return composition.gpus().get(gpu).map(
                layout -> layout.instances().isEmpty() ? MESSAGES.text("draft.empty") : layout.combination().toString())
                .orElse(MESSAGES.text("draft.whole"));
    }

    private String stateText() {
        int unusable = currentLayout().sliceMap().map(MigSliceMap::computeUnusable).orElse(0);
        return size.map(profile -> MESSAGES.text("draft.stateWithRoom", gpu, layoutText(), unusable,
                countFitting(profile), profile))
                .orElseGet(() -> MESSAGES.text("draft.state", gpu, layoutText(), unusable));
    }

    private int countFitting(MigProfile profile) {
        return composition.withFilledGpu(gpu, profile).layoutOf(gpu).instances().size()
                - currentLayout().instances().size();
    }

    /** Returns whether any GPU has room for another instance of a profile. */
    boolean fitsAnyGpu(MigProfile profile) {
        for (int index = 0; index < composition.gpus().size(); index++) {
            if (composition.tryAdd(index, profile) instanceof MigPlacementResult.PlacementFound) {
                return true;
            }
        }
        return false;
    }
}
