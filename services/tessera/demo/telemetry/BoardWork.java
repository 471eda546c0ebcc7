package tessera.demo.telemetry;

import java.util.List;

/**
 * What the programs on a board do to it.
 *
 * @param parts of the board, with those who hold them
 */
record BoardWork(SimulatedBoard board, List<WorkPart> parts) {

    BoardWork {
        parts = List.copyOf(parts);
    }

    /** @param holders the first to come first */
    record WorkPart(GrantedDevice unit, List<GrantedContainer> holders) {

        WorkPart {
            holders = List.copyOf(holders);
        }

        /** The same with those who had it at a moment. */
        WorkPart since(long second) {
            return new WorkPart(unit, holders.stream().filter(holder -> holder.ran(second)).toList());
        }

        /** What is done with it at one moment. */
        ProgramActivity at(long second) {
            int luck = 64 * unit.board().index() + (unit.instance() == null ? 0 : 1 + unit.instance().id());
            var sum = ProgramActivity.NONE;
            // Those who share a board slow one another down.
            double work = 1 / Math.sqrt(Math.max(1, holders.size()));
            for (var holder : holders) {
                sum = sum.with(holder.at(second, luck).scaled(work, 1.0 / unit.board().replicas()));
            }
            return sum;
        }
    }

    /** What is done with all of the board. */
    ProgramActivity whole(long second) {
        var sum = ProgramActivity.NONE;
        for (var part : parts) {
            sum = sum.with(part.at(second).scaled(part.unit().part(), 1));
        }
        return sum;
    }
}
